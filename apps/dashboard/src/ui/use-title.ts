import { useEffect } from 'react';
import { useSpeech } from '../text/language.tsx';

/** Names the page in the tab of the browser. */
export function useTitle(title: string): void {
  const { t } = useSpeech();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
}
