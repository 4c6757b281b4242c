import type { ServiceEvent } from '@estate/client';
import { useSpeech } from '../text/language.tsx';

/** The event in words; a removal has texts of its own. */
export function useEventText(): (event: ServiceEvent) => string {
  const { t } = useSpeech();
  return (event) => {
    if (event.eventName === 'publication.succeeded' && event.eventPayload.type === 'delete') {
      return t('event.removed');
    }
    if (event.eventName === 'publication.failed' && event.eventPayload.type === 'delete') {
      return t('event.removalFailed');
    }
    if (event.eventName === 'request.parsing_failed' && (event.eventPayload.requestCount ?? 0) > 0) {
      return t('event.mailPartlyRead');
    }
    return t(`event.${event.eventName}`);
  };
}

type PublicationEvent = Extract<ServiceEvent, { eventName: `publication.${string}` }>;

const isOfPublication = (event: ServiceEvent): event is PublicationEvent =>
  event.eventName.startsWith('publication.');

/** A listing that was taken down has no page. */
const publicationPlaceOf = (payload: PublicationEvent['eventPayload']): string =>
  'type' in payload && payload.type === 'delete'
    ? `/properties/${payload.propertyId}`
    : `/listings/${payload.listingId}`;

/** The page that an event leads to. */
export function placeOf(event: ServiceEvent): string {
  if (isOfPublication(event)) return publicationPlaceOf(event.eventPayload);
  switch (event.eventName) {
    case 'request.created':
      return `/requests/${event.eventPayload.id}`;
    case 'property.processing_succeeded':
    case 'property.processing_failed':
      return `/properties/${event.eventPayload.id}`;
    case 'request.parsing_failed':
      return mailPlaceOf(event.eventPayload);
    case 'import.finished':
      return `/imports/${event.eventPayload.id}`;
    case 'account.closed':
      return '/account';
    default:
      return 'targetId' in event.eventPayload
        ? `/targets/${event.eventPayload.targetId}`
        : `/webhooks/${event.eventPayload.webhookId}`;
  }
}

/** Events of earlier versions do not name their email. */
const mailPlaceOf = ({ mailId, targetId }: { mailId?: string | undefined; targetId: string }): string =>
  mailId === undefined ? `/targets/${targetId}` : `/mails/${mailId}`;
