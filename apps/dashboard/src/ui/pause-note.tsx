import type { Target } from '@estate/client';
import { Alert } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Icon } from './icons.tsx';
import { Time } from './time.tsx';

/** Says that nothing is published to a target for now, why, and what ends it. */
export function PauseNote({ paused }: Pick<Target, 'paused'>) {
  const { t } = useSpeech();
  if (!paused) return null;
  const isOurs = paused.by === 'operator';
  return (
    <Alert role="status" className={isOurs ? 'tone-busy' : 'tone-bad'} icon={<Icon name="pause" />}>
      {t(isOurs ? 'pause.byOperator' : 'pause.byService')} {t('pause.since')} <Time at={paused.at} />.
    </Alert>
  );
}
