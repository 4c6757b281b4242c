import { WorkRunner } from '@estate/persistence';
import type { WorkRunnerOptions } from '@estate/persistence';
import { createLogger } from '@estate/observability';
import type { ProcessingOutcome } from '../src/domain/processing.ts';

type Options = WorkRunnerOptions<ProcessingOutcome>;

export const LEASE_MS = 60_000;

/** What a process does with its queue, as a test wants it. */
export const testRunner = (
  options: Pick<Options, 'queue' | 'clock'> & Partial<Options>,
): WorkRunner<ProcessingOutcome> =>
  new WorkRunner({
    owner: 'test',
    leaseMs: LEASE_MS,
    backoff: { firstMs: 5000, longestMs: 600_000 },
    aloneMs: 20_000,
    log: createLogger({ service: 'test', level: 'silent' }),
    ...options,
  });
