import {
  ContactChanged,
  PropertyChanged,
  PropertyDeleted,
  PropertyProcessingFailed,
  PropertyProcessingSucceeded,
} from '@estate/contracts';
import type { ProcessingStatus } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import type { PropertyRecord } from './domain/property.ts';
import { toResource } from './domain/property-views.ts';

/** Where ids and times of messages come from. */
export interface Origin {
  clock: () => Date;
  newId: () => string;
}

const about = ({ clock, newId }: Origin, accountId: string) => ({ id: newId(), accountId, at: clock() });

/** Tells customer and services that the processing of this revision has ended. */
export function processingEnded(record: PropertyRecord, origin: Origin): OutgoingMessage[] {
  const { accountId, processingFailure } = record;
  const resource = toResource(record);
  const event = processingFailure
    ? message(PropertyProcessingFailed, { ...resource, ...processingFailure }, about(origin, accountId))
    : message(PropertyProcessingSucceeded, resource, about(origin, accountId));
  return [event, propertyChanged({ ...record, propertyId: record.id }, origin)];
}

/** What is told with the write itself of a property that needs no processing. */
export const endedAtOnce = (record: PropertyRecord, origin: Origin): OutgoingMessage[] =>
  record.processingStatus === 'pending' ? [] : processingEnded(record, origin);

export interface PropertyRevision {
  propertyId: string;
  accountId: string;
  revision: number;
  processingStatus: ProcessingStatus;
}

export const propertyChanged = (
  { propertyId, accountId, revision, processingStatus }: PropertyRevision,
  origin: Origin,
): OutgoingMessage =>
  message(PropertyChanged, { propertyId, revision, processingStatus }, about(origin, accountId));

export const propertyDeleted = (
  { id, accountId }: { id: string; accountId: string },
  origin: Origin,
): OutgoingMessage => message(PropertyDeleted, { propertyId: id }, about(origin, accountId));

export const contactChanged = (
  { id, accountId, deleted }: { id: string; accountId: string; deleted: boolean },
  origin: Origin,
): OutgoingMessage => message(ContactChanged, { contactId: id, deleted }, about(origin, accountId));
