import type { MessageDefinition } from './define-message.ts';
import { PublicationFailed, PublicationSucceeded } from './listing.ts';
import { PropertyProcessingFailed, PropertyProcessingSucceeded } from './property.ts';
import { RequestCreated, RequestParsingFailed } from './request.ts';
import type { EventName } from './webhook.ts';

/** What a webhook can subscribe to, in the order of `EVENT_NAMES`. */
export const EVENTS: Readonly<Record<EventName, MessageDefinition>> = {
  'request.created': RequestCreated,
  'publication.succeeded': PublicationSucceeded,
  'publication.failed': PublicationFailed,
  'property.processing_succeeded': PropertyProcessingSucceeded,
  'property.processing_failed': PropertyProcessingFailed,
  'request.parsing_failed': RequestParsingFailed,
};
