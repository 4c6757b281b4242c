import { defineMessages } from './define-messages.ts';

/** Texts of the statistics; each title is the question that the numbers answer. */
export const statisticsMessages = defineMessages({
  'statistics.question': ['What does each portal bring?', 'Was bringt welches Portal?'],
  'statistics.questionTarget': ['What does this portal bring?', 'Was bringt dieses Portal?'],
  'statistics.period': ['The last 30 days', 'Die letzten 30 Tage'],
  'statistics.nothing': [
    'Nothing was published and no inquiries arrived in the last 30 days.',
    'In den letzten 30 Tagen wurde nichts veröffentlicht, und es kamen keine Anfragen.',
  ],
  'statistics.week': ['In the last 7 days', 'In den letzten 7 Tagen'],
  'statistics.now': ['Now', 'Jetzt'],
  'statistics.online': ['Online', 'Online'],
  'statistics.portal': ['Portal', 'Portal'],
  'statistics.published': ['Published', 'Veröffent\u00adlicht'],
  'statistics.rejected': ['Rejected', 'Abgelehnt'],
  'statistics.failed': ['Failed', 'Fehl\u00adgeschlagen'],
  'statistics.requests': ['Inquiries', 'Anfragen'],
});
