import type { EventName } from '@estate/client';
import type { MessageKey } from '../../text/messages.ts';

const TABLE: Record<EventName, MessageKey> = {
  'publication.succeeded': 'event.publication.succeeded',
  'publication.failed': 'event.publication.failed',
  'property.processing_succeeded': 'event.property.processing_succeeded',
  'property.processing_failed': 'event.property.processing_failed',
  'request.created': 'event.request.created',
  'request.parsing_failed': 'event.request.parsing_failed',
  'webhook.failing': 'event.webhook.failing',
  'webhook.disabled': 'event.webhook.disabled',
  'target.failing': 'event.target.failing',
  'target.paused': 'event.target.paused',
  'account.closed': 'event.account.closed',
  'import.finished': 'event.import.finished',
  'publication.rejected': 'event.publication.rejected',
  'publication.confirmed': 'event.publication.confirmed',
  'target.silent': 'event.target.silent',
};

/** Every event that a webhook can receive. */
export const EVENT_NAMES = Object.keys(TABLE) as EventName[];
