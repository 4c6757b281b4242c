import type { ReactNode } from 'react';
import { useSpeech } from '../text/language.tsx';
import { Empty } from './empty.tsx';
import { useTitle } from './use-title.ts';

/** A whole page for what does not exist, or no longer. */
export function NotFound({ children }: { children?: ReactNode }) {
  const { t } = useSpeech();
  useTitle(t('common.notFound'));
  return (
    <Empty order={1} icon="search" title={t('common.notFound')} text={t('common.notFoundText')}>
      {children}
    </Empty>
  );
}
