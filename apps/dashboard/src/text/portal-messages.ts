import { defineMessages } from './define-messages.ts';

/** Texts of the views of platforms, and of the printed sheet. */
export const portalMessages = defineMessages({
  'portal.title': ['What will each platform show?', 'Was zeigt jede Plattform?'],
  'portal.text': [
    'The contents and images that are sent. Each platform has its own layout.',
    'Die Inhalte und Bilder, die gesendet werden. Jede Plattform hat ihr eigenes Layout.',
  ],
  'portal.noTargets': [
    'Connect a portal to see what it shows of this property.',
    'Verbinden Sie ein Portal, um zu sehen, was es von dieser Immobilie zeigt.',
  ],
  'portal.ready': ['Ready to publish', 'Bereit zur Veröffentlichung'],
  'portal.blocked': ['Cannot be published yet', 'Noch nicht veröffentlichbar'],
  'portal.blocks': ['Fix before publishing', 'Vor der Veröffentlichung beheben'],
  'portal.leftOut': ['Not shown', 'Wird nicht gezeigt'],
  'portal.check': ['Check these values', 'Diese Werte prüfen'],
  'portal.complete': [
    'Every value and every attachment of this property is sent.',
    'Alle Werte und Anhänge dieser Immobilie werden gesendet.',
  ],
  'portal.streetHidden': [
    'The street is sent with the instruction not to show it.',
    'Die Straße wird mit der Vorgabe gesendet, sie nicht anzuzeigen.',
  ],
  'portal.streetWithheld': ['The street is not sent.', 'Die Straße wird nicht gesendet.'],
  'portal.readOnly': [
    'Reasons are shown with write permission only. Fields that the platform does not support are listed.',
    'Gründe werden nur mit Schreibrechten angezeigt. Felder, die die Plattform nicht unterstützt, sind aufgeführt.',
  ],
  'portal.noPictures': ['No images are sent', 'Keine Bilder werden gesendet'],
  'portal.documents': ['Documents', 'Dokumente'],
  'expose.open': ['Print or share', 'Drucken oder teilen'],
  'expose.print': ['Print or save as PDF', 'Drucken oder als PDF speichern'],
  'expose.copy': ['Copy link', 'Link kopieren'],
  'expose.text': [
    'The link opens this page for people who can sign in to your account. For everyone else, save the sheet as PDF. It contains no internal ids, portals or listings, and the street only if the address is published.',
    'Der Link öffnet diese Seite für Personen, die sich in Ihrem Konto anmelden können. Für alle anderen speichern Sie das Blatt als PDF. Es enthält keine internen IDs, Portale oder Inserate, und die Straße nur, wenn die Adresse veröffentlicht wird.',
  ],
  'expose.reference': ['Reference {number}', 'Objektnummer {number}'],
  'expose.asOf': ['As of {day}', 'Stand {day}'],
});
