import { defineMessages } from './define-messages.ts';

/** Texts of the charts of the overview; each title is the question that the chart answers. */
export const activityMessages = defineMessages({
  'activity.publications': [
    'Are publications reaching the platforms?',
    'Kommen Veröffentlichungen bei den Plattformen an?',
  ],
  'activity.noPublications': [
    'Nothing was published in the last 14 days. This chart shows the number of successful and failed publications per day.',
    'In den letzten 14 Tagen wurde nichts veröffentlicht. Dieses Diagramm zeigt die erfolgreichen und fehlgeschlagenen Veröffentlichungen pro Tag.',
  ],
  'activity.deliveries': ['Are webhooks receiving their events?', 'Kommen Ereignisse bei den Webhooks an?'],
  'activity.noDeliveries': [
    'No events were delivered in the last 14 days. This chart shows the number of successful and failed deliveries per day.',
    'In den letzten 14 Tagen wurden keine Ereignisse zugestellt. Dieses Diagramm zeigt die erfolgreichen und fehlgeschlagenen Zustellungen pro Tag.',
  ],
  'activity.requests': [
    'Which properties and portals bring inquiries?',
    'Welche Immobilien und Portale bringen Anfragen?',
  ],
  'activity.requestsText': [
    'Inquiries in the last 14 days: {count}',
    'Anfragen in den letzten 14 Tagen: {count}',
  ],
  'activity.requestsCut': [
    'The newest {count} {count|inquiry|inquiries} of the last 14 days; there are more',
    'Die neuesten {count} {count|Anfrage|Anfragen} der letzten 14 Tage; es gibt weitere',
  ],
  'activity.noRequests': [
    'No inquiries arrived in the last 14 days. This chart shows which properties and portals they come from.',
    'In den letzten 14 Tagen gingen keine Anfragen ein. Dieses Diagramm zeigt, von welchen Immobilien und Portalen sie kommen.',
  ],
  'activity.noProperty': ['No matching property', 'Keine passende Immobilie'],
  'activity.portal': ['Portal', 'Portal'],
  'activity.answers': ['How fast are inquiries answered?', 'Wie schnell werden Anfragen bearbeitet?'],
  'activity.person': ['Person', 'Person'],
  'activity.median': ['Median time until the first answer', 'Zeit bis zur ersten Bearbeitung (Median)'],
  'activity.byDay': ['Inquiries per day', 'Anfragen pro Tag'],
});
