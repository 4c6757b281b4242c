import type { ImportObject, ImportSource, ImportState } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';

const IMPORT: Record<ImportState, Tone> = {
  queued: 'busy',
  reading: 'busy',
  applying: 'busy',
  awaiting_confirmation: 'bad',
  finished: 'good',
  failed: 'bad',
  cancelled: 'calm',
};

export function ImportBadge({ state }: { state: ImportState }) {
  const { t } = useSpeech();
  return (
    <Badge tone={IMPORT[state]} {...(state === 'awaiting_confirmation' && { icon: 'warning' as const })}>
      {t(`import.${state}`)}
    </Badge>
  );
}

const OBJECT: Record<ImportObject['outcome'], Tone> = {
  pending: 'busy',
  created: 'good',
  updated: 'good',
  unchanged: 'calm',
  deleted: 'calm',
  failed: 'bad',
};

export function ObjectBadge({ outcome }: { outcome: ImportObject['outcome'] }) {
  const { t } = useSpeech();
  return <Badge tone={OBJECT[outcome]}>{t(`object.${outcome}`)}</Badge>;
}

const SOURCE: Record<ImportSource['state'], Tone> = { waiting: 'calm', active: 'good', failing: 'bad' };

/** A waiting package is more urgent than the result of the last one. */
export function SourceBadge({ state, waitingPackage }: Pick<ImportSource, 'state' | 'waitingPackage'>) {
  const { t } = useSpeech();
  if (waitingPackage) {
    return (
      <Badge tone="bad" icon="warning">
        {t('source.packageWaits')}
      </Badge>
    );
  }
  return <Badge tone={SOURCE[state]}>{t(`source.${state}`)}</Badge>;
}
