import { Envelope, problemsOf } from '@estate/contracts';
import { InvalidInput, sentenceOf } from '@estate/errors';
import type { KeptTrace } from '@estate/observability';
import type { Actor } from '@estate/contracts';
import type { z } from 'zod';
import type { AnyMessage, Handler } from './handler.ts';

/** A message as the broker delivers it. */
export interface Delivery {
  subject: string;
  body: string;
  /** 1 for the first delivery. */
  attempt: number;
  /** Unique within the consumer. */
  key: string;
  at: Date;
}

/** A decoded message and the trace it belongs to. */
export interface Decoded {
  message: AnyMessage;
  traceparent: string | undefined;
  actor: Actor | undefined;
}

/** Decodes a delivery. Throws InvalidInput if the message can never be handled, however often it is retried. */
export function decode(handler: Handler, delivery: Delivery): Decoded {
  const { subject, attempt } = delivery;
  const json = parseJson(delivery.body);
  if (subject.startsWith('wake.')) {
    const { requestId, traceparent, actor, data } = wakeOf(json);
    const message = { id: delivery.key, accountId: '', requestId, at: delivery.at, attempt, subject };
    return { message: { ...message, data: checked(handler, subject, data) }, traceparent, actor };
  }
  const envelope = valid(Envelope, json, 'The envelope is wrong');
  const { id, accountId, requestId, traceparent, actor, at, data } = envelope;
  const message = { id, accountId, requestId, at: new Date(at), attempt, subject };
  return { message: { ...message, data: checked(handler, subject, data) }, traceparent, actor };
}

/** The bytes of a wake-up: data and trace without an envelope, because it belongs to no account. */
export const encodeWake = (data: unknown, trace: KeptTrace): string => JSON.stringify({ ...trace, data });

const WakeEnvelope = Envelope.pick({ requestId: true, traceparent: true, actor: true, data: true });
const wakeOf = (json: unknown) => valid(WakeEnvelope, json, 'The wake-up call is wrong');

function checked(handler: Handler, subject: string, data: unknown): unknown {
  const definition = handler.definitions.get(subject);
  return definition ? valid(definition.data, data, 'The data break the contract') : data;
}

function valid<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidInput(`${what}: ${sentenceOf(problemsOf(parsed.error, value))}`, { code: 'poison' });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new InvalidInput('The message is not JSON.', { code: 'poison', cause });
  }
}
