import { ErrorCode, NatsError, headers } from 'nats';
import type { StoredMsg } from 'nats';
import { OUTBOX } from '../bus.ts';
import type { DeadLetter, RefusedMessage } from '../bus.ts';
import { encodeRefused } from '../message.ts';
import { isStored } from '../stored-subjects.ts';
import type { Broker } from './broker.ts';
import type { PulledMessage } from './pulled-message.ts';
import { firstStored } from './stored-message.ts';
import { DEAD_LETTERS } from './streams.ts';

const SUBJECT = 'original-subject';
const REASON = 'dead-reason';
const ATTEMPTS = 'dead-attempts';
/** Set if the letter lacks the content of the message. */
const INCOMPLETE = 'dead-incomplete';
const REASON_LENGTH_MAX = 500;
const DEAD = 'dead.';

/** The subject that a message was originally published to. */
export const subjectOf = (message: Pick<PulledMessage, 'subject' | 'headers'>): string =>
  message.headers?.get(SUBJECT) || message.subject;

/** Stores the message with the reason as a dead letter of its consumer: the same bytes, the rest in headers. */
export async function buryMessage(
  { jetstream }: Broker,
  message: PulledMessage,
  { consumer, reason }: { consumer: string; reason: string },
): Promise<void> {
  const { stream, streamSequence, storedAtNs, deliveries } = message.info;
  const about = headers();
  about.set(SUBJECT, subjectOf(message));
  about.set(REASON, oneLine(reason));
  about.set(ATTEMPTS, String(deliveries));
  const msgID = `${consumer}-${stream}-${streamSequence}-${storedAtNs}`;
  await jetstream.publish(`${DEAD}${consumer}`, message.data, { headers: about, msgID });
}

/** Stores a message that its service refuses to publish as a dead letter of its outbox. */
export async function buryNatsRefused(
  { jetstream }: Broker,
  { service, message, reason }: RefusedMessage,
): Promise<void> {
  const about = headers();
  about.set(SUBJECT, message.subject);
  about.set(REASON, oneLine(reason));
  about.set(ATTEMPTS, '1');
  const consumer = `${OUTBOX}${service}`;
  const msgID = `${consumer}-${message.id}`;
  const store = (original: string) =>
    jetstream.publish(`${DEAD}${consumer}`, original, { headers: about, msgID });
  try {
    await store(encodeRefused(message));
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    // The broker has the same limit for letters.
    about.set(INCOMPLETE, 'true');
    await store(encodeRefused({ ...message, data: {} }));
  }
}

export async function listNatsDeadLetters(broker: Broker, limit: number): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for await (const stored of storedBelow(broker, `${DEAD}>`)) {
    if (letters.length >= limit) break;
    letters.push(letterOf(stored));
  }
  return letters;
}

/** The number of dead letters of each consumer; consumers without any are left out. */
export async function countNatsDeadLetters({ manager }: Broker): Promise<ReadonlyMap<string, number>> {
  const { state } = await manager.streams.info(DEAD_LETTERS, { subjects_filter: `${DEAD}>` });
  return new Map(
    Object.entries(state.subjects ?? {}).map(([subject, count]) => [subject.slice(DEAD.length), count]),
  );
}

/**
 * Redrives dead letters. A letter leaves the list only after the broker has stored it for its consumer; a crash in between redrives it
 * twice.
 */
export async function redriveNatsDeadLetters(broker: Broker, consumer: string): Promise<number> {
  let count = 0;
  for await (const stored of storedBelow(broker, `${DEAD}${consumer}`)) {
    const about = headers();
    const subject = stored.header.get(SUBJECT);
    const isRefused = consumer.startsWith(OUTBOX);
    // A message that no stream stores, or that is incomplete, remains a dead letter.
    if (isRefused && (!isStored(subject) || stored.header.has(INCOMPLETE))) continue;
    about.set(SUBJECT, subject);
    const msgID = `redrive-${stored.seq}-${stored.time.getTime()}`;
    const to = isRefused ? subject : redriveSubject(consumer);
    await broker.jetstream.publish(to, stored.data, { headers: about, msgID });
    await broker.manager.streams.deleteMessage(DEAD_LETTERS, stored.seq, false);
    count += 1;
  }
  return count;
}

export const redriveSubject = (consumer: string): string => `redrive.${consumer}`;

async function* storedBelow({ manager }: Broker, filter: string): AsyncGenerator<StoredMsg> {
  // Letters that arrive during the run are left for the next one, so that a letter that fails at once does not cause
  // an endless loop.
  const { state } = await manager.streams.info(DEAD_LETTERS);
  for (let from = state.first_seq; from <= state.last_seq;) {
    const stored = await firstStored(manager, { stream: DEAD_LETTERS, from, filter });
    if (!stored || stored.seq > state.last_seq) return;
    yield stored;
    from = stored.seq + 1;
  }
}

function letterOf({ seq, subject, header, time, data }: StoredMsg): DeadLetter {
  return {
    id: String(seq),
    consumer: subject.slice(DEAD.length),
    subject: header.get(SUBJECT),
    reason: header.get(REASON),
    attempts: Number(header.get(ATTEMPTS)),
    at: time,
    original: Buffer.from(data).toString(),
  };
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof NatsError && error.code === (ErrorCode.MaxPayloadExceeded as string);

const oneLine = (reason: string): string => reason.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LENGTH_MAX);
