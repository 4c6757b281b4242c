import type { Job, JobItem } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import './job-texts.ts';

const JOB = {
  preparing: ['busy', 'job.preparing'],
  running: ['busy', 'job.inProgress'],
  finished: ['good', 'job.finished'],
  cancelled: ['calm', 'job.cancelled'],
} as const;

export function JobBadge({ state }: { state: Job['state'] }) {
  const { t } = useSpeech();
  const [tone, label] = JOB[state];
  return <Badge tone={tone}>{t(label)}</Badge>;
}

const ITEM: Record<JobItem['state'], Tone> = {
  pending: 'busy',
  succeeded: 'good',
  skipped: 'calm',
  failed: 'bad',
  cancelled: 'calm',
};

export function JobItemBadge({ state }: { state: JobItem['state'] }) {
  const { t } = useSpeech();
  return <Badge tone={ITEM[state]}>{t(`jobItem.${state}`)}</Badge>;
}
