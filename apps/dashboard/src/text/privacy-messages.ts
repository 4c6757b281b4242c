import { defineMessages } from './define-messages.ts';

/** Texts about personal data of prospects. */
export const privacyMessages = defineMessages({
  'privacy.title': ['Personal data of prospects', 'Personenbezogene Daten von Interessenten'],
  'privacy.days': ['Keep inquiries for (days)', 'Anfragen aufbewahren (Tage)'],
  'privacy.daysText': [
    'Older inquiries are erased within an hour, with all related data. Emails, events and deliveries are kept for 30 days, or for this time if it is shorter.',
    'Ältere Anfragen werden innerhalb einer Stunde mit allen zugehörigen Daten gelöscht. E-Mails, Ereignisse und Zustellungen werden 30 Tage aufbewahrt, bei einer kürzeren Frist nur für diese Frist.',
  ],
  'privacy.default': ['This is the default.', 'Das ist die Voreinstellung.'],
  'privacy.erase': ['Erase inquiry', 'Anfrage löschen'],
  'privacy.eraseText': [
    'The inquiry, its email, its events and the responses to their deliveries are erased. This cannot be undone.',
    'Die Anfrage, ihre E-Mail, ihre Ereignisse und die Antworten auf deren Zustellungen werden gelöscht. Das lässt sich nicht rückgängig machen.',
  ],
  'privacy.erased': ['The inquiry was erased', 'Die Anfrage wurde gelöscht'],
  'privacy.erasePerson': ['Erase person', 'Person löschen'],
  'privacy.erasePersonTitle': ['Erase all data of {email}?', 'Alle Daten zu {email} löschen?'],
  'privacy.erasePersonText': [
    'All inquiries of this person, and all emails, events and responses to deliveries that contain the address are erased. This cannot be undone. Data that your webhooks have received remains with the receivers.',
    'Alle Anfragen dieser Person sowie alle E-Mails, Ereignisse und Antworten auf Zustellungen, die die Adresse enthalten, werden gelöscht. Das lässt sich nicht rückgängig machen. Daten, die Ihre Webhooks empfangen haben, bleiben bei den Empfängern.',
  ],
  'privacy.begun': ['The erasure has begun', 'Die Löschung hat begonnen'],
  'privacy.erasures': ['Erasures of persons', 'Löschungen von Personen'],
  'privacy.erasuresText': [
    'Erasures in the last year. The names of the persons are not stored.',
    'Löschungen des letzten Jahres. Die Namen der Personen werden nicht gespeichert.',
  ],
  'privacy.running': ['Running', 'Läuft'],
  'privacy.requests': ['Inquiries and emails are being erased.', 'Anfragen und E-Mails werden gelöscht.'],
  'privacy.events': [
    'Events, deliveries and messages are being erased.',
    'Ereignisse, Zustellungen und Nachrichten werden gelöscht.',
  ],
  'privacy.verifying': [
    'No data is left. The services search once more, for data that was in transit.',
    'Es sind keine Daten mehr vorhanden. Die Dienste suchen noch einmal nach Daten, die unterwegs waren.',
  ],
  'privacy.finished': ['Finished', 'Beendet'],
  'privacy.counts': [
    '{requests} {requests|inquiry|inquiries}, {emails} {emails|email|emails}, {events} {events|event|events}, {deliveries} {deliveries|delivery|deliveries}',
    '{requests} {requests|Anfrage|Anfragen}, {emails} {emails|E-Mail|E-Mails}, {events} {events|Ereignis|Ereignisse}, {deliveries} {deliveries|Zustellung|Zustellungen}',
  ],
});
