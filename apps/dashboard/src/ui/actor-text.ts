import type { TimelineEntry } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { knownKey } from '../text/messages.ts';

type Actor = NonNullable<TimelineEntry['actor']>;

/** The name of an actor's key, and whether it was used by the API or the dashboard. */
export function useActorText(): (actor: Actor | undefined) => string {
  const { t } = useSpeech();
  return (actor) => {
    if (!actor) return '';
    const key = knownKey(`actor.${actor.kind}`);
    return [actor.name, key ? t(key) : actor.kind].filter(Boolean).join(', ');
  };
}
