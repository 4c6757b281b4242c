import { AccountClosed } from './closing.ts';
import type { MessageDefinition } from './define-message.ts';
import { ImportFinished } from './import.ts';
import { PublicationFailed, PublicationSucceeded } from './listing.ts';
import { PublicationConfirmed, PublicationRejected } from './platform-state.ts';
import { PropertyProcessingFailed, PropertyProcessingSucceeded } from './property.ts';
import { RequestCreated, RequestParsingFailed } from './request.ts';
import { TargetFailing, TargetPaused, TargetSilent } from './target-events.ts';
import type { EventName } from './webhook.ts';
import { WebhookDisabled, WebhookFailing } from './webhook-events.ts';

/** What a webhook can subscribe to, in the order of `EVENT_NAMES`. */
export const EVENTS: Readonly<Record<EventName, MessageDefinition>> = {
  'request.created': RequestCreated,
  'publication.succeeded': PublicationSucceeded,
  'publication.failed': PublicationFailed,
  'property.processing_succeeded': PropertyProcessingSucceeded,
  'property.processing_failed': PropertyProcessingFailed,
  'request.parsing_failed': RequestParsingFailed,
  'webhook.failing': WebhookFailing,
  'webhook.disabled': WebhookDisabled,
  'target.failing': TargetFailing,
  'target.paused': TargetPaused,
  'account.closed': AccountClosed,
  'import.finished': ImportFinished,
  'publication.rejected': PublicationRejected,
  'publication.confirmed': PublicationConfirmed,
  'target.silent': TargetSilent,
};
