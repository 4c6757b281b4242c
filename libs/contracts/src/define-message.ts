import type { z } from 'zod';

export type MessageKind = 'fact' | 'event' | 'wake';

/** A message over JetStream: a fact of a service, an event for the customer, or a wake-up. */
export interface MessageDefinition<D extends z.ZodType = z.ZodType, S extends string = string> {
  readonly kind: MessageKind;
  readonly subject: S;
  readonly data: D;
  readonly example: z.input<D>;
}

export type DataOf<T extends MessageDefinition> = z.output<T['data']>;

type Parts<D extends z.ZodType, S extends string> = Omit<MessageDefinition<D, S>, 'kind'>;

const SUBJECTS: Record<MessageKind, RegExp> = {
  fact: /^fact\.[a-z]+\.[a-z]+\.[a-z]+\.v\d+$/,
  event: /^event\.[a-z]+\.[a-z_]+$/,
  wake: /^wake\.[a-z]+\.[a-z]+(-[a-z]+)*$/,
};

function define<D extends z.ZodType, S extends string>(
  kind: MessageKind,
  parts: Parts<D, S>,
): MessageDefinition<D, S> {
  if (!SUBJECTS[kind].test(parts.subject)) throw new Error(`not a subject of a ${kind}: ${parts.subject}`);
  return { kind, ...parts };
}

/** `fact.<owner>.<entity>.<past participle>.v<major>`: a change, published by the service that owns the entity. */
export const defineFact = <D extends z.ZodType, S extends string>(parts: Parts<D, S>) =>
  define('fact', parts);

/** `event.<event name>`: an event for the customer; the data is the payload of the event. */
export const defineEvent = <D extends z.ZodType, S extends `event.${string}`>(parts: Parts<D, S>) =>
  define('event', parts);

/** `wake.<owner>.<kind>`: wakes a worker. It carries no state; a lost one only causes a delay. */
export const defineWake = <D extends z.ZodType, S extends string>(parts: Parts<D, S>) =>
  define('wake', parts);
