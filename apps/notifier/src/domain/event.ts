import type { Actor, EventEnvelope, PublicationOperation } from '@estate/contracts';
import { eventLinks, operationIn, propertyTypeIn, webhookIdIn } from './event-links.ts';
import type { EventLinks } from './event-links.ts';
import { sourceOf } from './event-persons.ts';
import type { EventSource } from './event-persons.ts';

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** When an event and its deliveries expire. */
export const expiryOf = (createdAt: Date): Date => new Date(createdAt.getTime() + RETENTION_MS);

/** When an event was stored that expires then. */
export const storedSince = (expiresAt: Date): Date => new Date(expiresAt.getTime() - RETENTION_MS);

/** Something that happened on an account; `rawBody` is the text that is signed and sent, the same at every attempt. */
export interface StoredEvent extends EventLinks, EventSource {
  id: string;
  accountId: string;
  /** Also names of a later version. */
  eventName: string;
  eventTime: Date;
  rawBody: string;
  /** Present for events about a webhook, which is not sent them. */
  aboutWebhookId?: string;
  /** Present for events about a property. */
  propertyType?: string;
  /** Present for events about a publication. */
  operation?: PublicationOperation;
  /** An example, to test a webhook. */
  test?: boolean;
  /** The trace of the step that published it, for the traces of its deliveries. */
  traceparent?: string;
  /** The request id of the call that caused it. */
  requestId?: string;
  /** The actor of that call. */
  actor?: Actor;
  expiresAt: Date;
}

export interface Announcement {
  id: string;
  accountId: string;
  eventName: string;
  eventTime: Date;
  eventPayload: Record<string, unknown>;
  traceparent?: string | undefined;
  requestId?: string;
  actor?: Actor | undefined;
  test?: true;
}

export function newEvent(announced: Announcement, now: Date): StoredEvent {
  const { id, accountId, eventName, eventTime, eventPayload, traceparent, requestId, actor, test } =
    announced;
  const propertyType = test ? undefined : propertyTypeIn(eventName, eventPayload);
  const aboutWebhookId = test ? undefined : webhookIdIn(eventName, eventPayload);
  const operation = operationIn(eventName, eventPayload);
  const body = { eventId: id, eventName, eventPayload, eventTime: eventTime.toISOString() };
  return {
    id,
    accountId,
    eventName,
    eventTime,
    // An example is about nothing of the account.
    ...(test ? { test } : { ...eventLinks(eventName, eventPayload), ...sourceOf(eventName, eventPayload) }),
    ...(aboutWebhookId !== undefined && { aboutWebhookId }),
    ...(propertyType !== undefined && { propertyType }),
    ...(operation && { operation }),
    rawBody: JSON.stringify(body),
    ...(traceparent !== undefined && { traceparent }),
    ...(requestId !== undefined && { requestId }),
    ...(actor && { actor }),
    expiresAt: expiryOf(now),
  };
}

export const toEnvelope = (event: StoredEvent): EventEnvelope => JSON.parse(event.rawBody) as EventEnvelope;
