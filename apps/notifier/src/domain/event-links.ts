import { Id } from '@estate/contracts';
import type { EventName, PublicationOperation } from '@estate/contracts';

/** The resources that an event is about; stored with the event and its deliveries, so that an index finds both. */
export interface EventLinks {
  propertyId?: string;
  listingId?: string;
  targetId?: string;
}

/** The field of the payload that holds each link. */
type LinkFields = Readonly<Partial<Record<keyof EventLinks, string>>>;

const PROPERTY: LinkFields = { propertyId: 'id' };
/** Also of names of a later version. */
const NAMED: LinkFields = { propertyId: 'propertyId', listingId: 'listingId', targetId: 'targetId' };

const LINK_FIELDS: Readonly<Record<EventName, LinkFields>> = {
  'request.created': NAMED,
  'publication.succeeded': NAMED,
  'publication.failed': NAMED,
  'property.processing_succeeded': PROPERTY,
  'property.processing_failed': PROPERTY,
  'request.parsing_failed': NAMED,
  'target.failing': NAMED,
  'target.paused': NAMED,
  'webhook.failing': {},
  'webhook.disabled': {},
  'account.closed': {},
  'import.finished': {},
  'publication.rejected': NAMED,
  'publication.confirmed': NAMED,
  'target.silent': NAMED,
};

/** The resources that an event is about, read from its payload. Fields without a valid id are ignored. */
export function eventLinks(eventName: string, eventPayload: Record<string, unknown>): EventLinks {
  const fields = Object.hasOwn(LINK_FIELDS, eventName) ? LINK_FIELDS[eventName as EventName] : NAMED;
  const found = Object.entries(fields).flatMap(([link, field]) => {
    const value = eventPayload[field];
    const id = Id.safeParse(value);
    return id.success ? [[link, id.data] as const] : [];
  });
  return Object.fromEntries<string>(found);
}

/** The webhook that an event is about; it is not sent this event. */
export function webhookIdIn(eventName: string, { webhookId }: Record<string, unknown>): string | undefined {
  const id = Id.safeParse(webhookId);
  return eventName.startsWith('webhook.') && id.success ? id.data : undefined;
}

/** The type of the property that an event is about. */
export function propertyTypeIn(
  eventName: string,
  { type, propertyType }: Record<string, unknown>,
): string | undefined {
  const isOfProperty =
    Object.hasOwn(LINK_FIELDS, eventName) && LINK_FIELDS[eventName as EventName] === PROPERTY;
  const named = isOfProperty ? type : propertyType;
  return typeof named === 'string' ? named : undefined;
}

/** The action of an event about a publication: `delete` is a take-down. */
export function operationIn(
  eventName: string,
  { type }: Record<string, unknown>,
): PublicationOperation | undefined {
  const isOfPublication = eventName === 'publication.succeeded' || eventName === 'publication.failed';
  return isOfPublication && (type === 'set' || type === 'delete') ? type : undefined;
}

/** The links of a stored event, without its other fields. */
export const linksOf = ({ propertyId, listingId, targetId }: EventLinks): EventLinks => ({
  ...(propertyId !== undefined && { propertyId }),
  ...(listingId !== undefined && { listingId }),
  ...(targetId !== undefined && { targetId }),
});
