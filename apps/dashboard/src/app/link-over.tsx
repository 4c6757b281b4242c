import { useSpeech } from '../text/language.tsx';
import { linkMessages } from '../text/link-messages.ts';
import { addMessages } from '../text/messages.ts';
import { Empty } from '../ui/empty.tsx';
import { useTitle } from '../ui/use-title.ts';

addMessages(linkMessages);

/** Replaces the pages of a dashboard link that has expired or that somebody else has opened. */
export function LinkOver() {
  const { t } = useSpeech();
  useTitle(t('link.over'));
  return (
    <main>
      <Empty order={1} icon="lock" title={t('link.over')} text={t('link.overText')} />
    </main>
  );
}
