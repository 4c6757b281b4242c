import { IMPORT_FAILURES } from '@estate/contracts';
import type { ImportFailureCode, ImportOutcome } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from './metrics.ts';

const CHANNELS = ['api', 'ftp'] as const;
const STATES = ['finished', 'failed', 'cancelled'] as const;
const OUTCOMES = ['created', 'updated', 'unchanged', 'deleted', 'failed'] as const;
const RUNS = ['saved', 'outdated', 'trouble'] as const;

export interface PackageReceived {
  importId: string;
  channel: (typeof CHANNELS)[number];
  sizeBytes: number;
}

export interface ImportEnded {
  importId: string;
  accountId: string;
  state: (typeof STATES)[number];
  code?: ImportFailureCode | undefined;
}

export interface QueueRun {
  queueId: string;
  outcome: (typeof RUNS)[number];
  durationMs: number;
  reason?: unknown;
}

export type Events = ReturnType<typeof importerEvents>;

/** Business events of the importer: one log line and one metric each; nothing of what an object says. */
export function importerEvents({ log, metrics }: { log: Logger; metrics: Metrics }) {
  const received = metrics.counter(METRICS.importer_packages_received_total);
  const ended = metrics.counter(METRICS.importer_imports_ended_total);
  const applied = metrics.counter(METRICS.importer_objects_applied_total);
  const runs = metrics.counter(METRICS.importer_runs_total);
  const swept = metrics.counter(METRICS.importer_packages_swept_total);
  for (const channel of CHANNELS) received.inc({ channel }, 0);
  for (const state of STATES) ended.inc({ state, code: '' }, 0);
  for (const code of IMPORT_FAILURES) ended.inc({ state: 'failed', code }, 0);
  for (const outcome of OUTCOMES) applied.inc({ outcome }, 0);
  for (const outcome of RUNS) runs.inc({ outcome }, 0);
  return {
    packageReceived: (arrived: PackageReceived) => {
      received.inc({ channel: arrived.channel });
      log.info(arrived, 'package.received');
    },
    importEnded: (end: ImportEnded) => {
      ended.inc({ state: end.state, code: end.code ?? '' });
      log.info(end, 'import.ended');
    },
    objectApplied: (outcome: ImportOutcome) => applied.inc({ outcome }),
    objectFailed: ({ reason, ...about }: { objectId: string; errors: number; reason: unknown }) => {
      log.error({ ...about, err: reason }, 'import.object.failed');
    },
    queueRun: ({ reason, ...run }: QueueRun) => {
      runs.inc({ outcome: run.outcome });
      if (run.outcome === 'trouble') log.error({ ...run, err: reason }, 'import.run');
      else log.debug(run, 'import.run');
    },
    packagesSwept: (counts: { removed: number; unfinished: number }) => {
      swept.inc(counts.removed);
      log.info(counts, 'packages.swept');
    },
  };
}
