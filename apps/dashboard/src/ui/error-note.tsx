import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiError } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { useErrorText } from './error-text.ts';
import { Icon } from './icons.tsx';
import { NotFound } from './not-found.tsx';

/** Why something could not be shown, and a way to try again. */
export function ErrorNote({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  if (error instanceof ApiError && error.status === 404) {
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
