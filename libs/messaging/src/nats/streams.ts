import { MESSAGES_KEPT_DAYS } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { DiscardPolicy, RetentionPolicy, StorageType, nanos } from 'nats';
import type { JetStreamManager, StreamConfig } from 'nats';
import type { StreamState } from '../bus.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MESSAGE_AGE_MS = MESSAGES_KEPT_DAYS * DAY_MS;

type Wanted = Pick<StreamConfig, 'name' | 'subjects' | 'retention' | 'max_age' | 'max_msgs' | 'discard'> &
  Partial<Pick<StreamConfig, 'max_msgs_per_subject'>> & {
    /** Its share of the storage, so that no stream takes the space of another. */
    share: number;
  };

export const DEAD_LETTERS = 'DEAD_LETTERS';
/** The stream of marks: the position of each service's database. */
export const MARKS = 'MARKS';
/** The stream of redriven dead letters; a work queue, so that nothing is delivered twice. */
export const REDRIVE = 'REDRIVE';

/** A full stream refuses messages, which then wait in their documents: unhandled messages are never dropped. */
const stream = (name: string, subjects: string, limits: { ageMs: number; share: number }): Wanted => ({
  name,
  subjects: [subjects],
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.New,
  max_age: nanos(limits.ageMs),
  max_msgs: -1,
  share: limits.share,
});

/** The shares leave a tenth of the storage for the broker itself. */
const STREAMS: readonly Wanted[] = [
  stream('FACTS', 'fact.>', { ageMs: MESSAGE_AGE_MS, share: 0.3 }),
  // Events contain the data for customers, facts little more than ids.
  stream('EVENTS', 'event.>', { ageMs: MESSAGE_AGE_MS, share: 0.42 }),
  // Wake-ups older than an hour, and the oldest beyond a hundred thousand, are dropped: the sweeps find the work.
  {
    ...stream('WAKE', 'wake.>', { ageMs: HOUR_MS, share: 0.05 }),
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.Old,
    max_msgs: 100_000,
  },
  stream(DEAD_LETTERS, 'dead.>', { ageMs: 30 * DAY_MS, share: 0.06 }),
  {
    ...stream(REDRIVE, 'redrive.>', { ageMs: 30 * DAY_MS, share: 0.06 }),
    retention: RetentionPolicy.Workqueue,
  },
  // One mark for each service: a new one replaces the old one.
  {
    ...stream(MARKS, 'mark.>', { ageMs: 0, share: 0.01 }),
    discard: DiscardPolicy.Old,
    max_msgs_per_subject: 1,
  },
];

/** Every stream of the system. */
export const STREAM_NAMES: readonly string[] = STREAMS.map(({ name }) => name);

/** The maximum share of the storage for each of them. */
export const STREAM_SHARES: ReadonlyMap<string, number> = new Map(
  STREAMS.map(({ name, share }) => [name, share]),
);

/** @throws Unavailable */
export async function streamState(
  { manager }: { manager: JetStreamManager },
  name: string,
): Promise<StreamState> {
  try {
    const { created, state } = await manager.streams.info(name);
    return { name, createdAt: new Date(created), lastSequence: state.last_seq };
  } catch (cause) {
    throw new Unavailable(`The stream ${name} does not answer.`, { code: 'broker-unavailable', cause });
  }
}

export interface StreamOptions {
  /** The number of copies of each stream. */
  replicas: number;
  /** The maximum storage of all streams together on each server with a copy. */
  storeBytes: number;
}

/** Creates missing streams; existing ones stay, with an operator's replicas and limits. */
export async function ensureStreams(
  manager: JetStreamManager,
  { replicas, storeBytes }: StreamOptions,
): Promise<void> {
  for (const { share, ...wanted } of STREAMS) {
    if (await exists(manager, wanted.name)) continue;
    await manager.streams.add({
      ...wanted,
      storage: StorageType.File,
      num_replicas: replicas,
      max_bytes: Math.floor(storeBytes * share),
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
