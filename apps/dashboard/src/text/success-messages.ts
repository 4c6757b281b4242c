import { defineMessages } from './define-messages.ts';

/** Texts about the success rates of webhooks and targets. */
export const successMessages = defineMessages({
  'success.title': ['Success rate', 'Erfolgsquote'],
  'success.questionWebhook': [
    'Does the receiver accept the events?',
    'Nimmt der Empfänger die Ereignisse an?',
  ],
  'success.questionTarget': [
    'Does the platform accept publications?',
    'Nimmt die Plattform Veröffentlichungen an?',
  ],
  'success.day': ['Day (UTC)', 'Tag (UTC)'],
  'success.succeeded': ['Succeeded', 'Erfolgreich'],
  'success.failed': ['Failed', 'Fehlgeschlagen'],
  'success.rateOf': [
    '{rate} of attempts succeeded ({succeeded} of {count})',
    '{rate} der Versuche waren erfolgreich ({succeeded} von {count})',
  ],
  'success.noAttempts': ['No attempts', 'Keine Versuche'],
  'success.ofWebhook': [
    'Every attempt to deliver an event, over the last 14 days. Test events are not counted.',
    'Jeder Versuch, ein Ereignis zuzustellen, in den letzten 14 Tagen. Test-Ereignisse zählen nicht.',
  ],
  'success.ofTarget': [
    'Every attempt to publish or take down a property, over the last 14 days.',
    'Jeder Versuch, eine Immobilie zu veröffentlichen oder offline zu nehmen, in den letzten 14 Tagen.',
  ],
  'success.emptyWebhook': [
    'Nothing was delivered in this time. A chart with the success rate per day will appear here.',
    'In dieser Zeit wurde nichts zugestellt. Hier erscheint ein Diagramm mit der Erfolgsquote pro Tag.',
  ],
  'success.emptyTarget': [
    'Nothing was published in this time. A chart with the success rate per day will appear here.',
    'In dieser Zeit wurde nichts veröffentlicht. Hier erscheint ein Diagramm mit der Erfolgsquote pro Tag.',
  ],
});
