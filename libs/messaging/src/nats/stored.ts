import { headers } from 'nats';
import type { Msg, MsgHdrs } from 'nats';

/** What a stream answers to a message. */
interface Acknowledgement {
  stream?: string;
  error?: { description?: string };
}

/** The broker's name for the header by which it knows a message that came before. */
const MESSAGE_ID = 'Nats-Msg-Id';

export function messageHeaders(id: string): MsgHdrs {
  const made = headers();
  made.set(MESSAGE_ID, id);
  return made;
}

/** @throws Error when the reply does not say that a stream has stored the message */
export function checkStored(reply: Msg): void {
  const { stream, error } = reply.json<Acknowledgement>();
  if (error || !stream) throw new Error(error?.description ?? 'the reply names no stream');
}
