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

const NAMED: LinkFields = { propertyId: 'propertyId', listingId: 'listingId', targetId: 'targetId' };
const PROPERTY: LinkFields = { propertyId: 'id' };

/** The payload of these events is a property itself; that of others names the resources. */
const LINK_FIELDS: Readonly<Partial<Record<string, LinkFields>>> = {
  'property.processing_succeeded': PROPERTY,
  'property.processing_failed': PROPERTY,
} satisfies Partial<Record<EventName, LinkFields>>;

const fieldsOf = (eventName: string): LinkFields =>
  (Object.hasOwn(LINK_FIELDS, eventName) ? LINK_FIELDS[eventName] : undefined) ?? NAMED;

/** The resources that an event is about, read from its payload. Fields without a valid id are ignored. */
export function eventLinks(eventName: string, eventPayload: Record<string, unknown>): EventLinks {
  const found = Object.entries(fieldsOf(eventName)).flatMap(([link, field]) => {
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
  const named = fieldsOf(eventName) === PROPERTY ? type : propertyType;
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
