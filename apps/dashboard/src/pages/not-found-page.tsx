import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { Empty } from '../ui/empty.tsx';

/** An address without a page. */
export function NotFoundPage() {
  const { t } = useSpeech();
  return (
    <Empty icon="search" title={t('common.notFound')} text={t('common.notFoundText')}>
      <Button component={Link} to="/" mt="sm">
        {t('common.back')}
      </Button>
    </Empty>
  );
}
