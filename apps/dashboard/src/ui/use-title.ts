import { useEffect } from 'react';
import { useSpeech } from '../text/language.tsx';

/** Sets the document title. */
export function useTitle(title: string): void {
  const { t } = useSpeech();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
}
