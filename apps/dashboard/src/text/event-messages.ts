import type { EventName } from '@estate/client';
import type { Message } from './define-messages.ts';

/** Every event that a webhook can receive. */
const EVENTS: Readonly<Record<EventName, { isFailure: boolean; text: Message }>> = {
  'publication.succeeded': {
    isFailure: false,
    text: ['Publication succeeded', 'Veröffentlichung erfolgreich'],
  },
  'publication.failed': { isFailure: true, text: ['Publication failed', 'Veröffentlichung fehlgeschlagen'] },
  'property.processing_succeeded': {
    isFailure: false,
    text: ['Property processed', 'Immobilie verarbeitet'],
  },
  'property.processing_failed': {
    isFailure: true,
    text: ['Property processing failed', 'Verarbeitung fehlgeschlagen'],
  },
  'request.created': { isFailure: false, text: ['Inquiry received', 'Anfrage eingegangen'] },
  'request.parsing_failed': { isFailure: true, text: ['Email could not be read', 'E-Mail nicht lesbar'] },
  'webhook.failing': { isFailure: true, text: ['Webhook is failing', 'Webhook ist gestört'] },
  'webhook.disabled': { isFailure: true, text: ['Webhook disabled', 'Webhook deaktiviert'] },
  'target.failing': { isFailure: true, text: ['Portal rejects the login', 'Portal lehnt die Anmeldung ab'] },
  'target.paused': { isFailure: false, text: ['Portal paused', 'Portal pausiert'] },
  'account.closed': { isFailure: false, text: ['Account closed', 'Konto geschlossen'] },
  'import.finished': { isFailure: false, text: ['Import finished', 'Import abgeschlossen'] },
  'publication.rejected': { isFailure: true, text: ['Rejected by the portal', 'Vom Portal abgelehnt'] },
  'publication.confirmed': { isFailure: false, text: ['Confirmed by the portal', 'Vom Portal bestätigt'] },
  'target.silent': {
    isFailure: true,
    text: ['Portal has stopped reporting', 'Portal meldet sich nicht mehr'],
  },
};

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** True for events of failures. */
export const isFailure = ({ eventName }: { eventName: EventName }): boolean => EVENTS[eventName].isFailure;

/** The names of events. */
export const eventMessages = Object.fromEntries(
  EVENT_NAMES.map((name) => [`event.${name}`, EVENTS[name].text]),
) as Readonly<Record<`event.${EventName}`, Message>>;
