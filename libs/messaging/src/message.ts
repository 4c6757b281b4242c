import { Envelope, problemsOf } from '@estate/contracts';
import type { Actor, MessageDefinition } from '@estate/contracts';
import { InvalidInput, sentenceOf } from '@estate/errors';
import { currentTrace, newRequestId } from '@estate/observability';
import type { SpanAbout } from '@estate/observability';
import type { z } from 'zod';

/** A message to publish; an outbox holds these. `id` is also the de-duplication id. */
export interface OutgoingMessage {
  id: string;
  subject: string;
  accountId: string;
  requestId: string;
  traceparent?: string;
  actor?: Actor;
  at: Date;
  data: unknown;
}

/** The account of the message and its time; `requestId` defaults to that of the current trace. */
export interface MessageAbout {
  id: string;
  accountId: string;
  requestId?: string;
  at: Date;
}

/** Creates a message. Throws if the message breaks its contract, which is an internal error. */
export function message<D extends MessageDefinition>(
  definition: D,
  data: z.input<D['data']>,
  about: MessageAbout,
): OutgoingMessage {
  const trace = currentTrace();
  const made: OutgoingMessage = {
    id: about.id,
    subject: definition.subject,
    accountId: about.accountId,
    requestId: about.requestId ?? trace?.requestId ?? newRequestId(),
    ...(trace && { traceparent: trace.traceparent }),
    ...(trace?.actor && { actor: trace.actor }),
    at: about.at,
    data: kept(definition.data, data, definition.subject),
  };
  kept(Envelope, envelopeOf(made), definition.subject);
  return made;
}

/** The bytes of a message on the wire. @throws InvalidInput for a stored message that is invalid */
export function encodeMessage(outgoing: OutgoingMessage): string {
  try {
    return JSON.stringify(envelopeOf(outgoing));
  } catch (cause) {
    throw new InvalidInput('The message is damaged.', { cause });
  }
}

/** The bytes of a message that is stored because it cannot be sent, as far as they can be encoded. */
export function encodeRefused(outgoing: OutgoingMessage): string {
  try {
    return encodeMessage(outgoing);
  } catch {
    return JSON.stringify(outgoing);
  }
}

/** The name of a message in traces, for both sending and handling. */
export const spanOfMessage = (
  { id, subject }: Pick<OutgoingMessage, 'id' | 'subject'>,
  type: 'send' | 'process',
): SpanAbout => ({
  name: `${type} ${subject}`,
  kind: type === 'send' ? 'producer' : 'consumer',
  attributes: {
    'messaging.system': 'nats',
    'messaging.destination.name': subject,
    'messaging.operation.type': type,
    'messaging.message.id': id,
  },
});

function envelopeOf(outgoing: OutgoingMessage): Envelope {
  const { id, accountId, requestId, traceparent, actor, at, data } = outgoing;
  return {
    id,
    accountId,
    requestId,
    ...(traceparent !== undefined && { traceparent }),
    ...(actor && { actor }),
    at: at.toISOString(),
    version: 1,
    data,
  };
}

/** The value as parsed by a contract. */
export function kept<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${what} breaks its contract: ${sentenceOf(problemsOf(parsed.error, value))}`);
}
