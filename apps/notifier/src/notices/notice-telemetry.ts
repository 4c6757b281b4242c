import type { Logger, Metrics } from '@estate/observability';
import type { NoticeOutcome, StoredNotice } from '../domain/notice.ts';
import { METRICS } from '../metrics.ts';

const OUTCOMES = ['sent', 'repeated', 'failed', 'discarded'] as const;

export interface NoticeNotes {
  attempted(notice: Pick<StoredNotice, 'id' | 'accountId' | 'attemptCount'>, outcome: NoticeOutcome): void;
}

/** Counts and logs the attempts to send emails; neither has an address. */
export function noticeNotes({ log, metrics }: { log: Logger; metrics: Metrics }): NoticeNotes {
  const attempts = metrics.counter(METRICS.notice_attempts_total);
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  return {
    attempted({ id, accountId, attemptCount }, { status, failure }) {
      const outcome = status === 'pending' ? 'repeated' : status;
      attempts.inc({ outcome });
      const line = { eventId: id, accountId, attempt: attemptCount, outcome, failure };
      if (outcome === 'failed') log.error(line, 'notice.attempted');
      else if (outcome === 'repeated') log.warn(line, 'notice.attempted');
      else log.info(line, 'notice.attempted');
    },
  };
}
