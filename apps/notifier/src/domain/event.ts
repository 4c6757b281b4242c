import type { EventEnvelope } from '@estate/contracts';

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** When an event and its deliveries expire. */
export const expiryOf = (createdAt: Date): Date => new Date(createdAt.getTime() + RETENTION_MS);

/** Something that happened on an account; `rawBody` is the text that is signed and sent, the same at every attempt. */
export interface StoredEvent {
  id: string;
  accountId: string;
  /** Also names of a later version. */
  eventName: string;
  eventTime: Date;
  rawBody: string;
  /** An example, to test a webhook. */
  test?: boolean;
  /** Of the step that published it, for the traces of its deliveries. */
  traceparent?: string;
  expiresAt: Date;
}

export interface Announcement {
  id: string;
  accountId: string;
  eventName: string;
  eventTime: Date;
  eventPayload: Record<string, unknown>;
  traceparent?: string | undefined;
}

export function newEvent(announced: Announcement, now: Date): StoredEvent {
  const { id, accountId, eventName, eventTime, eventPayload, traceparent } = announced;
  const body = { eventId: id, eventName, eventPayload, eventTime: eventTime.toISOString() };
  return {
    id,
    accountId,
    eventName,
    eventTime,
    rawBody: JSON.stringify(body),
    ...(traceparent !== undefined && { traceparent }),
    expiresAt: expiryOf(now),
  };
}

export const toEnvelope = (event: StoredEvent): EventEnvelope => JSON.parse(event.rawBody) as EventEnvelope;
