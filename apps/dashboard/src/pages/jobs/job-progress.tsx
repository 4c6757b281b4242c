import type { Job } from '@estate/client';
import { Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import './jobs.css';

export const isUnfinished = ({ state }: Job): boolean => state === 'preparing' || state === 'running';

const doneOf = ({ counts: { items, pending } }: Job): number => items - pending;

/** The progress of a job, as a bar and in words. */
export function JobProgress({ job }: { job: Job }) {
  const { t, language } = useSpeech();
  const number = new Intl.NumberFormat(language);
  const { items } = job.counts;
  const text = t('job.progress', { done: number.format(doneOf(job)), all: number.format(items) });
  return (
    <div className="job-progress">
      {isUnfinished(job) && (
        <progress
          className="job-bar"
          aria-label={t('job.result')}
          max={Math.max(items, 1)}
          // The number of items is only known once the job is running.
          {...(job.state === 'running' && { value: doneOf(job) })}
        />
      )}
      <Text size="sm" c="dimmed">
        {job.state === 'preparing' ? t('job.preparing') : text}
      </Text>
    </div>
  );
}
