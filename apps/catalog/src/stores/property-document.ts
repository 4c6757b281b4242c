import type { IndexSpec, Leased, WithOutbox } from '@estate/persistence';
import { outboxIndex } from '@estate/persistence';
import type { PropertyRecord } from '../domain/property.ts';

/** What ties the messages of a processing to the request that caused it. */
export interface RequestTrace {
  requestId: string;
  traceparent?: string;
}

/** When and for the how manieth time a property is processed; without `dueAt` nothing is to be done. */
export interface ProcessingSchedule {
  dueAt?: Date;
  attempt: number;
  /** Runs in a row that failed for a reason of our own. */
  troubles: number;
  trace: RequestTrace;
}

/** A property as it is saved. A deleted one has no external id and waits only for its outbox to empty. */
export interface PropertyDoc extends Omit<PropertyRecord, 'id'>, WithOutbox, Leased {
  processing: ProcessingSchedule;
  deleting?: { token: string; at: Date };
  /** Id of the newest message about the contact that was followed. */
  contactSeen?: string;
}

/** Matches what was not deleted. */
export const LIVE = { removeWhenSent: { $exists: false } };

export const EXTERNAL_ID_INDEX = 'external-id';

export const propertyIndexes: readonly IndexSpec[] = [
  {
    name: EXTERNAL_ID_INDEX,
    key: { accountId: 1, externalId: 1 },
    unique: true,
    partialFilterExpression: { externalId: { $exists: true } },
  },
  { name: 'page', key: { accountId: 1, _id: 1 } },
  {
    name: 'contact',
    key: { accountId: 1, contactId: 1 },
    partialFilterExpression: { contactId: { $exists: true } },
  },
  { name: 'due', key: { 'processing.dueAt': 1 }, sparse: true },
  { name: 'stored-bytes', key: { 'stored.sha256': 1 } },
  outboxIndex,
];

export const toRecord = (doc: PropertyDoc): PropertyRecord => ({
  id: doc._id,
  accountId: doc.accountId,
  type: doc.type,
  fields: doc.fields,
  attachments: doc.attachments,
  links: doc.links,
  ...(doc.contactId !== undefined && { contactId: doc.contactId }),
  externalId: doc.externalId,
  processingStatus: doc.processingStatus,
  ...(doc.processingFailure && { processingFailure: doc.processingFailure }),
  revision: doc.revision,
  stored: doc.stored,
  createdAt: doc.createdAt,
  updatedAt: doc.updatedAt,
});
