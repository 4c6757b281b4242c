import { Envelope, problemsOf, sentenceOf } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import type { z } from 'zod';
import type { AnyMessage, Handler } from './handler.ts';

/** A message as the broker hands it over. */
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
}

/** Decodes a delivery. Throws InvalidInput if the message can never be handled, however often it is retried. */
export function decode(handler: Handler, delivery: Delivery): Decoded {
  const { subject, attempt } = delivery;
  const json = parseJson(delivery.body);
  if (subject.startsWith('wake.')) {
    const { requestId, traceparent, data } = wakeOf(json);
    const message = { id: delivery.key, accountId: '', requestId, at: delivery.at, attempt, subject };
    return { message: { ...message, data: checked(handler, subject, data) }, traceparent };
  }
  const { id, accountId, requestId, traceparent, at, data } = valid(Envelope, json, 'The envelope is wrong');
  const message = { id, accountId, requestId, at: new Date(at), attempt, subject };
  return { message: { ...message, data: checked(handler, subject, data) }, traceparent };
}

/** The bytes of a wake-up call: data and trace, no envelope, because it belongs to nobody. */
export const encodeWake = (data: unknown, trace: { requestId: string; traceparent?: string }): string =>
  JSON.stringify({ ...trace, data });

const WakeEnvelope = Envelope.pick({ requestId: true, traceparent: true, data: true });
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
