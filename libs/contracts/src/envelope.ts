import { z } from 'zod';
import { Actor } from './actor.ts';
import { Id, Timestamp } from './ids.ts';

/** The metadata of every message over JetStream. `id` is the event's id and the broker's de-duplication id. */
export const Envelope = z.object({
  id: Id,
  accountId: Id,
  requestId: z.string().max(64),
  traceparent: z.string().max(64).optional(),
  /** The originator of the call that caused the message. */
  actor: Actor.optional(),
  at: Timestamp,
  version: z.literal(1),
  data: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;
