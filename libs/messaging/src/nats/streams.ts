import { RetentionPolicy, StorageType, nanos } from 'nats';
import type { JetStreamManager, StreamConfig } from 'nats';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Wanted = Pick<StreamConfig, 'name' | 'subjects' | 'retention' | 'max_age' | 'max_msgs'>;

export const DEAD_LETTERS = 'DEAD_LETTERS';
/** Dead letters on their way back to one consumer; a work queue, so nothing is handed back twice. */
export const REDRIVE = 'REDRIVE';

const stream = (name: string, subjects: string, ageMs: number): Wanted => ({
  name,
  subjects: [subjects],
  retention: RetentionPolicy.Limits,
  max_age: nanos(ageMs),
  max_msgs: -1,
});

const STREAMS: readonly Wanted[] = [
  stream('FACTS', 'fact.>', 7 * DAY_MS),
  stream('EVENTS', 'event.>', 7 * DAY_MS),
  // Wake-ups older than an hour, and all beyond a hundred thousand, are dropped: the sweeps find the work.
  { ...stream('WAKE', 'wake.>', HOUR_MS), retention: RetentionPolicy.Workqueue, max_msgs: 100_000 },
  stream(DEAD_LETTERS, 'dead.>', 30 * DAY_MS),
  { ...stream(REDRIVE, 'redrive.>', 30 * DAY_MS), retention: RetentionPolicy.Workqueue },
];

const BY_KIND: Readonly<Record<string, string>> = { fact: 'FACTS', event: 'EVENTS', wake: 'WAKE' };

/** The stream that holds the messages of a subject or filter. */
export function streamOf(filter: string): string {
  const found = BY_KIND[filter.slice(0, filter.indexOf('.'))];
  if (!found) throw new Error(`no stream holds ${filter}`);
  return found;
}

/** Every stream of the system. */
export const STREAM_NAMES: readonly string[] = STREAMS.map(({ name }) => name);

/** Creates what is missing; leaves what exists, so an operator's replicas and limits stay. */
export async function ensureStreams(manager: JetStreamManager, replicas: number): Promise<void> {
  for (const wanted of STREAMS) {
    if (await exists(manager, wanted.name)) continue;
    await manager.streams.add({
      ...wanted,
      storage: StorageType.File,
      num_replicas: replicas,
      duplicate_window: nanos(10 * MINUTE_MS),
    });
  }
}

async function exists(manager: JetStreamManager, name: string): Promise<boolean> {
  try {
    await manager.streams.info(name);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === 'stream not found') return false;
    throw error;
  }
}
