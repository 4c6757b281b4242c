import { defineMessages } from './define-messages.ts';

/** Texts of the overview, and words of requests that other pages share. */
export const overviewMessages = defineMessages({
  'overview.attention': ['Needs your attention', 'Handlungsbedarf'],
  'overview.allGood': ['No action needed', 'Kein Handlungsbedarf'],
  'overview.allGoodText': [
    'There are no failed publications, failing webhooks or unreadable emails.',
    'Es gibt keine fehlgeschlagenen Veröffentlichungen, gestörten Webhooks oder nicht lesbaren E-Mails.',
  ],
  'overview.looking': ['Looking for problems …', 'Suche nach Problemen …'],
  'overview.failedListing': ['Publication failed', 'Veröffentlichung fehlgeschlagen'],
  'overview.failedProperty': ['Property not processed', 'Immobilie nicht verarbeitet'],
  'overview.failingWebhook': ['Webhook is failing', 'Webhook ist gestört'],
  'overview.disabledWebhook': ['Webhook was disabled', 'Webhook wurde deaktiviert'],
  'overview.unreadableMail': ['Email could not be read', 'E-Mail nicht lesbar'],
  'overview.partlyReadMail': [
    'A part of an email could not be read',
    'Ein Teil einer E-Mail ist nicht lesbar',
  ],
  'overview.paused': ['Publishing paused', 'Veröffentlichung pausiert'],
  'overview.failingTarget': ['Portal is failing', 'Portal ist gestört'],
  'overview.unauthorized': ['Portal is not connected', 'Portal ist nicht verbunden'],
  'overview.more': ['and {count} more', 'und {count} weitere'],
  'overview.atLeast': ['and more than {count} more', 'und mehr als {count} weitere'],
  'overview.counts': ['Your account', 'Ihr Konto'],
  'overview.asTable': ['As a table', 'Als Tabelle'],
  'overview.recent': ['Recent events', 'Letzte Ereignisse'],
  'overview.allEvents': ['All events', 'Alle Ereignisse'],
  'requests.toTargets': ['Show inquiry addresses', 'Anfrage-Adressen anzeigen'],
  'request.property': ['Property', 'Immobilie'],
});
