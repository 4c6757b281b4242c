import type { Target } from '@estate/client';
import { Alert } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { useActorText } from './actor-text.ts';
import { Icon } from './icons.tsx';
import { Time } from './time.tsx';

const TEXTS = {
  operator: 'pause.byOperator',
  service: 'pause.byService',
  customer: 'pause.byCustomer',
} as const;

type Paused = Pick<Target, 'paused'>;
type Pause = Omit<NonNullable<Target['paused']>, 'others'>;

/** Every pause of a target, the strongest first. */
export const pausesOf = ({ paused }: Paused): Pause[] => (paused ? [paused, ...(paused.others ?? [])] : []);

/** Shows that nothing is published to a target: since when, by whom, why, and what ends it. */
export const PauseNote = ({ paused }: Paused) =>
  pausesOf({ paused }).map((one) => <Note key={one.by} pause={one} />);

function Note({ pause: { by, at, reason, actor } }: { pause: Pause }) {
  const { t } = useSpeech();
  const actorText = useActorText();
  return (
    <Alert role="status" className={by === 'service' ? 'tone-bad' : 'tone-busy'} icon={<Icon name="pause" />}>
      {t(TEXTS[by])} {t('pause.since')} <Time at={at} />
      {actor && ` · ${actorText(actor)}`}.{reason !== undefined && ` ${t('pause.reason')}: ${reason}`}
    </Alert>
  );
}
