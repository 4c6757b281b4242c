import { defineMessages } from './define-messages.ts';

export const usageMessages = defineMessages({
  'usage.title': ['Usage', 'Nutzung'],
  'usage.show': ['Show usage', 'Nutzung anzeigen'],
  'usage.month': ['Month', 'Monat'],
  'usage.text': [
    'Complete until {time}; later usage is counted every few minutes. Days and months are in UTC.',
    'Vollständig bis {time}; spätere Nutzung wird alle paar Minuten gezählt. Tage und Monate sind in UTC.',
  ],
  'usage.day': ['Day', 'Tag'],
  'usage.total': ['Whole month', 'Ganzer Monat'],
  'usage.days': ['Days', 'Tage'],
  'usage.none': ['Nothing was counted in this month.', 'In diesem Monat wurde nichts gezählt.'],
  'usage.csv': ['Download CSV', 'CSV herunterladen'],
  'usage.properties': ['Properties (most on a day)', 'Immobilien (höchster Tageswert)'],
  'usage.listings': ['Listings (most on a day)', 'Inserate (höchster Tageswert)'],
  'usage.bytes': ['Attachments (most on a day)', 'Anhänge (höchster Tageswert)'],
  'usage.publications': ['Publications', 'Veröffentlichungen'],
  'usage.deliveries': ['Webhook events', 'Webhook-Ereignisse'],
  'usage.requests': ['Inquiries', 'Anfragen'],
});
