import { OUTBOX } from '../bus.ts';
import type { ErasedConsumer, IsErased } from '../erase.ts';
import { streamOf } from '../stored-subjects.ts';
import type { Broker } from './broker.ts';
import { redriveSubject } from './nats-dead-letters.ts';
import { walkStream } from './nats-walk.ts';
import { DEAD_LETTERS, REDRIVE } from './streams.ts';

/**
 * Removes messages from the stream of a consumer, from its dead letters, from those of all outboxes and from the redrive stream, and has
 * the broker overwrite their bytes. Returns the sequences of the removed messages.
 */
export async function eraseNatsMessages(
  broker: Broker,
  { consumer, filter, since }: ErasedConsumer,
  isErased: IsErased,
): Promise<string[]> {
  const places = [
    { stream: streamOf(filter), filter },
    { stream: DEAD_LETTERS, filter: `dead.${consumer}` },
    { stream: DEAD_LETTERS, filter: `dead.${OUTBOX}>` },
    { stream: REDRIVE, filter: redriveSubject(consumer) },
  ];
  const erased: string[] = [];
  for (const { stream, filter: below } of places) {
    await walkStream(broker, { stream, filter: below, since }, async (message, { seq, time }) => {
      if (!isErased(message)) return;
      await broker.manager.streams.deleteMessage(stream, seq, true).catch(ignoreMissing);
      erased.push(`${stream}-${String(seq)}-${String(time.getTime())}`);
    });
  }
  return erased;
}

/** Ignores a message that another process erased at the same time, or that has expired. */
function ignoreMissing(error: unknown): boolean {
  if (error instanceof Error && /404|no message found|not found/i.test(error.message)) return false;
  throw error;
}
