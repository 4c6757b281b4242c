import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { NotFound } from '../ui/not-found.tsx';

/** An address without a page. */
export function NotFoundPage() {
  const { t } = useSpeech();
  return (
    <NotFound>
      <Button component={Link} to="/" mt="sm">
        {t('common.back')}
      </Button>
    </NotFound>
  );
}
