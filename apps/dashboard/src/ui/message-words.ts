import type { PlatformMessage } from '@estate/client';
import { platformStateMessages } from '../text/platform-state-messages.ts';
import { useSpeech } from '../text/language.tsx';
import { addMessages } from '../text/messages.ts';

addMessages(platformStateMessages);

/** The text of a portal's message, or what was observed there. */
export function useMessageWords(): (message: Pick<PlatformMessage, 'observed' | 'text'>) => string {
  const { t } = useSpeech();
  return ({ observed, text }) => (observed ? t(`platformState.observed.${observed}`) : text);
}
