import type { HandlingState } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { Badge } from './badge.tsx';
import type { Tone } from './badge.tsx';
import type { IconName } from './icons.tsx';

const STATES: Record<HandlingState, [Tone, IconName]> = {
  new: ['busy', 'requests'],
  inProgress: ['calm', 'clock'],
  done: ['good', 'check'],
};

export function HandlingBadge({ state }: { state: HandlingState }) {
  const { t } = useSpeech();
  const [tone, icon] = STATES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`request.${state}`)}
    </Badge>
  );
}
