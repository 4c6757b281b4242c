import {
  ContactChanged,
  PropertyChanged,
  PropertyDeleted,
  PropertyProcessingFailed,
  PropertyProcessingSucceeded,
} from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import type { AttachmentAddresses } from './domain/attachment-addresses.ts';
import type { PropertyRecord } from './domain/property.ts';
import { toResource, toSummary } from './domain/property-views.ts';

/** Where ids and times of messages come from. */
export interface Origin {
  clock: () => Date;
  newId: () => string;
}

/** The same for messages with a whole property. */
export interface PropertyOrigin extends Origin {
  addresses: Pick<AttachmentAddresses, 'shown'>;
}

const about = ({ clock, newId }: Origin, accountId: string) => ({
  id: newId(),
  accountId,
  at: clock(),
});

/** The messages for the customer and the services when the processing of this revision has ended. */
export const processingEnded = (record: PropertyRecord, origin: PropertyOrigin): OutgoingMessage[] => [
  endedEvent(record, origin),
  propertyChanged(record, origin),
];

/** The messages that a changed property without processing publishes with its write. */
export const endedAtOnce = (record: PropertyRecord, origin: PropertyOrigin): OutgoingMessage[] =>
  record.processingStatus === 'pending' ? [] : processingEnded(record, origin);

/** The same for a new property: nobody knows its id yet, so no listing is there that a fact would make due. */
export const createdAtOnce = (record: PropertyRecord, origin: PropertyOrigin): OutgoingMessage[] =>
  record.processingStatus === 'pending' ? [] : [endedEvent(record, origin)];

function endedEvent(record: PropertyRecord, origin: PropertyOrigin): OutgoingMessage {
  const { accountId, processingFailure } = record;
  const resource = toResource(record, origin.addresses);
  return processingFailure
    ? message(PropertyProcessingFailed, { ...resource, ...processingFailure }, about(origin, accountId))
    : message(PropertyProcessingSucceeded, resource, about(origin, accountId));
}

export function propertyChanged(record: PropertyRecord, origin: Origin): OutgoingMessage {
  const { id: propertyId, accountId, revision, processingStatus } = record;
  const data = { propertyId, revision, processingStatus, summary: toSummary(record) };
  return message(PropertyChanged, data, about(origin, accountId));
}

export const propertyDeleted = (
  { id, accountId }: { id: string; accountId: string },
  origin: Origin,
): OutgoingMessage => message(PropertyDeleted, { propertyId: id }, about(origin, accountId));

export const contactChanged = (
  { id, accountId, deleted }: { id: string; accountId: string; deleted: boolean },
  origin: Origin,
): OutgoingMessage => message(ContactChanged, { contactId: id, deleted }, about(origin, accountId));
