import { useContext } from 'react';
import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiError } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { useErrorText } from '../text/error-text.ts';
import { Icon } from './icons.tsx';
import { NotFound } from './not-found.tsx';
import { WithinPageContext } from './within-page.ts';

/**
 * The reason why something could not be shown, and a button to retry. A resource that does not exist replaces the page; a section of a page
 * shows it in place.
 */
export function ErrorNote({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const withinPage = useContext(WithinPageContext);
  if (!withinPage && error instanceof ApiError && error.status === 404) {
    return <NotFound />;
  }
  return (
    <Alert
      role="alert"
      className="tone-bad"
      icon={<Icon name="warning" />}
      title={t('common.failed')}
      my="md"
    >
      <Group justify="space-between">
        <Text size="sm">{errorText(error)}</Text>
        {again && (
          <Button size="compact-sm" variant="default" onClick={again}>
            {t('common.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
