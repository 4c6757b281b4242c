import { z } from 'zod';
import { AccountClosed } from './closing.ts';
import type { MessageDefinition } from './define-message.ts';
import { ImportFinished } from './import.ts';
import { PublicationFailed, PublicationSucceeded } from './listing.ts';
import { PublicationConfirmed, PublicationRejected } from './platform-state.ts';
import { PropertyProcessingFailed, PropertyProcessingSucceeded } from './property.ts';
import { RequestCreated, RequestParsingFailed } from './request.ts';
import { TargetFailing, TargetPaused, TargetSilent } from './target-events.ts';
import { WebhookDisabled, WebhookFailing } from './webhook-events.ts';

/** Every event that a webhook can subscribe to, in the order of the reference. */
const DEFINITIONS = [
  RequestCreated,
  PublicationSucceeded,
  PublicationFailed,
  PropertyProcessingSucceeded,
  PropertyProcessingFailed,
  RequestParsingFailed,
  WebhookFailing,
  WebhookDisabled,
  TargetFailing,
  TargetPaused,
  AccountClosed,
  ImportFinished,
  PublicationRejected,
  PublicationConfirmed,
  TargetSilent,
] as const;

type NameOf<S> = S extends `event.${infer Name}` ? Name : never;
export type EventName = NameOf<(typeof DEFINITIONS)[number]['subject']>;

/** The name of an event is its subject without `event.`. */
const nameOf = ({ subject }: MessageDefinition) => subject.slice('event.'.length) as EventName;

export const EVENT_NAMES: readonly EventName[] = DEFINITIONS.map(nameOf);
export const EventName = z.enum(EVENT_NAMES);

export const EVENTS = Object.fromEntries<MessageDefinition>(
  DEFINITIONS.map((one) => [nameOf(one), one]),
) as Readonly<Record<EventName, MessageDefinition>>;
