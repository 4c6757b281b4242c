import { Button } from '@mantine/core';
import { Link, useInRouterContext } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { Empty } from './empty.tsx';
import { useTitle } from './use-title.ts';

/** A whole page for a resource that does not exist. */
export function NotFound() {
  const { t } = useSpeech();
  // The session gate is rendered outside of the router.
  const isRouted = useInRouterContext();
  useTitle(t('common.notFound'));
  return (
    <Empty order={1} icon="search" title={t('common.notFound')} text={t('common.notFoundText')}>
      {isRouted && (
        <Button component={Link} to="/" mt="sm">
          {t('common.back')}
        </Button>
      )}
    </Empty>
  );
}
