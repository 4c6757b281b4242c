import type { StoredMsg } from 'nats';
import { storedMessage } from '../erase.ts';
import type { StoredMessage } from '../erase.ts';
import type { Broker } from './broker.ts';
import { subjectOf } from './nats-dead-letters.ts';
import { firstStored } from './stored-message.ts';

/** The number of parts of a stream that are read in parallel, because each message is fetched by a call of its own. */
const PARTS = 16;
/**
 * All subjects, because a server does not reliably find the next message of a narrower filter after deletions (2.9); the others are skipped
 * here.
 */
const EVERYTHING = '>';

/** The messages of a stream below a filter. */
export interface WalkedStream {
  stream: string;
  filter: string;
  /** Older messages are skipped. */
  since?: Date | undefined;
}

interface Part extends WalkedStream {
  from: number;
  to: number;
}

export type Visit = (message: StoredMessage, stored: StoredMsg) => Promise<void> | void;

/** Visits every message once, in no particular order. */
export async function walkStream(broker: Broker, walked: WalkedStream, visit: Visit): Promise<void> {
  const parts = await partsOf(broker, walked);
  await Promise.all(parts.map((part) => walkPart(broker, part, visit)));
}

async function partsOf(broker: Broker, walked: WalkedStream): Promise<Part[]> {
  const { state } = await broker.manager.streams.info(walked.stream);
  const { first_seq: oldest, last_seq: last } = state;
  const first = walked.since
    ? await firstSince(broker, { ...walked, from: oldest, to: last }, walked.since)
    : oldest;
  const length = Math.max(1, Math.ceil((last - first + 1) / PARTS));
  return Array.from({ length: PARTS }, (_, index) => {
    const from = first + index * length;
    return { ...walked, from, to: Math.min(from + length - 1, last) };
  }).filter(({ from, to }) => from <= to);
}

/** The first sequence since a time, found by bisection, because a stream is in the order of time. */
async function firstSince({ manager }: Broker, { stream, from, to }: Part, since: Date): Promise<number> {
  let [low, high] = [from, to + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const stored = await firstStored(manager, { stream, from: middle, filter: EVERYTHING });
    if (stored && stored.time < since) low = stored.seq + 1;
    else high = middle;
  }
  return low;
}

async function walkPart(
  { manager }: Broker,
  { stream, filter, from, to }: Part,
  visit: Visit,
): Promise<void> {
  for (let next = from; next <= to;) {
    const stored = await firstStored(manager, { stream, from: next, filter: EVERYTHING });
    if (!stored || stored.seq > to) break;
    next = stored.seq + 1;
    const message = isBelow(filter, stored.subject) ? messageIn(stored) : undefined;
    if (message) await visit(message, stored);
  }
}

const isBelow = (filter: string, subject: string): boolean =>
  filter.endsWith('>') ? subject.startsWith(filter.slice(0, -1)) : subject === filter;

const messageIn = (stored: StoredMsg) =>
  storedMessage(
    subjectOf({ subject: stored.subject, headers: stored.header }),
    Buffer.from(stored.data).toString(),
  );
