import { Unavailable } from '@estate/errors';
import type { Broker } from './broker.ts';
import { firstStored } from './stored-message.ts';
import { MARKS } from './streams.ts';

/** All subjects, because a server does not reliably find those of a narrower filter after deletions (2.9). */
const EVERYTHING = '>';

export const markSubject = (service: string): string => `mark.${service}`;

/** The text that a service has stored at the broker; undefined if there is none. @throws Unavailable */
export async function readNatsMark(broker: Broker, service: string): Promise<string | undefined> {
  const { manager } = broker;
  let found: string | undefined;
  try {
    const { state } = await manager.streams.info(MARKS);
    // The stream keeps one message of each service.
    for (let from = state.first_seq; from <= state.last_seq;) {
      const stored = await firstStored(manager, { stream: MARKS, from, filter: EVERYTHING });
      if (!stored) break;
      if (stored.subject === markSubject(service)) found = Buffer.from(stored.data).toString();
      from = stored.seq + 1;
    }
    return found;
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** Replaces the text. @throws Unavailable */
export async function writeNatsMark({ jetstream }: Broker, service: string, text: string): Promise<void> {
  try {
    await jetstream.publish(markSubject(service), text);
  } catch (cause) {
    throw unavailable(cause);
  }
}

const unavailable = (cause: unknown) =>
  new Unavailable('The message broker is unavailable. Retry later.', { code: 'broker-unavailable', cause });
