import type { KeptTrace } from '@estate/observability';
import type { IndexSpec, Leased, WithOutbox, WorkFields } from '@estate/persistence';
import { dueIndex, outboxIndex } from '@estate/persistence';
import type { PropertyRecord } from '../domain/property.ts';

/** When a property is processed, and what its attempts came to; without `dueAt` nothing is to be done. */
interface ProcessingSchedule {
  dueAt?: Date;
  attempt: number;
  /** Attempts in a row that failed by an internal error. */
  troubles: number;
  /** Claims in a row that were neither ended nor released. */
  claims?: number;
  trace: KeptTrace;
}

export const WORK_FIELDS: WorkFields = {
  dueAt: 'processing.dueAt',
  attempt: 'processing.attempt',
  internalErrors: 'processing.troubles',
  unended: 'processing.claims',
};

/** Saved only when there are any: an empty list would take room in the index of every property without attachments. */
type Files = 'stored' | 'renditions';

/** A property as it is saved. A deleted one has no external id and waits only for its outbox to empty. */
export interface PropertyDoc
  extends Omit<PropertyRecord, 'id' | Files>, Partial<Pick<PropertyRecord, Files>>, WithOutbox, Leased {
  processing: ProcessingSchedule;
  deleting?: { token: string; at: Date };
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
    name: 'contact-revision',
    key: { accountId: 1, contactId: 1, contactRevision: 1 },
    partialFilterExpression: { contactId: { $exists: true } },
  },
  dueIndex(WORK_FIELDS.dueAt),
  {
    name: 'due-of-account',
    key: { accountId: 1, 'processing.dueAt': 1 },
    partialFilterExpression: { 'processing.dueAt': { $exists: true } },
  },
  { name: 'original-bytes', key: { 'stored.sha256': 1 }, sparse: true },
  { name: 'rendition-bytes', key: { 'renditions.sha256': 1 }, sparse: true },
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
  ...(doc.contactRevision !== undefined && { contactRevision: doc.contactRevision }),
  externalId: doc.externalId,
  processingStatus: doc.processingStatus,
  ...(doc.processingFailure && { processingFailure: doc.processingFailure }),
  revision: doc.revision,
  stored: doc.stored ?? [],
  renditions: doc.renditions ?? [],
  createdAt: doc.createdAt,
  updatedAt: doc.updatedAt,
});

/** The lists of files that are worth saving. */
export const filesOf = ({
  stored,
  renditions,
}: Pick<PropertyRecord, Files>): Partial<Pick<PropertyRecord, Files>> => ({
  ...(stored.length > 0 && { stored }),
  ...(renditions.length > 0 && { renditions }),
});

/** What is to be done for a property in this state: one that is pending is due at once. */
export const scheduleFor = (
  { processingStatus, updatedAt }: Pick<PropertyRecord, 'processingStatus' | 'updatedAt'>,
  trace: KeptTrace,
): ProcessingSchedule => ({
  ...(processingStatus === 'pending' && { dueAt: updatedAt }),
  attempt: 0,
  troubles: 0,
  trace,
});
