import { Envelope } from '@estate/contracts';

/** A message that the broker has stored. */
export interface StoredMessage {
  id: string;
  subject: string;
  accountId: string;
  at: Date;
  data: unknown;
}

export type IsErased = (message: StoredMessage) => boolean;

/** The consumer whose messages are searched, and its subjects to search. */
export interface ErasedConsumer {
  consumer: string;
  filter: string;
  /** Older messages are skipped. */
  since?: Date | undefined;
}

/** Parses a message; undefined for bytes that are no message of an account. */
export function storedMessage(subject: string, body: string): StoredMessage | undefined {
  const envelope = Envelope.safeParse(jsonOf(body));
  if (!envelope.success) return undefined;
  const { id, accountId, at, data } = envelope.data;
  return { id, subject, accountId, at: new Date(at), data };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
