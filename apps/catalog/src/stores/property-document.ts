import type { KeptTrace } from '@estate/observability';
import type { Collection, Leased, WithHistory, WithOutbox, WorkFields } from '@estate/persistence';
import { termsOf } from '@estate/persistence';
import type { PropertyRecord } from '../domain/property.ts';
import type { PropertyEntry } from '../domain/timeline.ts';
import { uploadIdsOf } from '../domain/uploaded-attachment.ts';

/** When a property is processed, and how its attempts ended; without `dueAt` there is nothing to do. */
interface ProcessingSchedule {
  dueAt?: Date;
  attempt: number;
  /** Attempts in a row that failed by an internal error. */
  internalErrors: number;
  /** Claims in a row that were neither ended nor released. */
  claims?: number;
  trace: KeptTrace;
}

export const WORK_FIELDS: WorkFields = {
  dueAt: 'processing.dueAt',
  attempt: 'processing.attempt',
  internalErrors: 'processing.internalErrors',
  unended: 'processing.claims',
};

/** Saved only when there are any: an empty list would take space in the index of every property without attachments. */
type Files = 'stored' | 'renditions';

/** A property as it is saved. A deleted one is in no list and waits only for its outbox to empty. */
export interface PropertyDoc
  extends
    Omit<PropertyRecord, 'id' | Files>,
    Partial<Pick<PropertyRecord, Files>>,
    WithHistory<PropertyEntry>,
    WithOutbox,
    Leased {
  processing: ProcessingSchedule;
  /** The search terms of the property. */
  terms?: string[];
  /** The ids of the uploaded attachments that it names; left out when there are none. */
  uploads?: string[];
  deleting?: { token: string; at: Date };
}

/** Matches what was not deleted. */
export const LIVE = { removeWhenSent: { $exists: false } };

export const EXTERNAL_ID_INDEX = 'external-id';

/** The fields of a record; a history and search terms can be as long as the rest. */
const RECORD_FIELDS = {
  ...{ accountId: 1, externalId: 1, type: 1, fields: 1, attachments: 1, links: 1 },
  ...{ contactId: 1, contactRevision: 1, onSold: 1, processingStatus: 1, processingFailure: 1 },
  attachmentFailures: 1,
  ...{ revision: 1, stored: 1, renditions: 1, createdAt: 1, updatedAt: 1 },
} as const satisfies Record<keyof Omit<PropertyRecord, 'id'>, 1>;

/** Finds properties of an account that were not deleted, with these fields: by default what their records are made from. */
export const recordsIn =
  <T extends Pick<PropertyDoc, '_id'> = PropertyDoc>(
    docs: Collection<PropertyDoc>,
    fields: Readonly<Record<string, 1>> = RECORD_FIELDS,
  ) =>
  (accountId: string, ids: string[]): Promise<T[]> =>
    docs
      .find({ _id: { $in: ids }, accountId, ...LIVE })
      .project<T>(fields)
      .toArray();

export const toRecord = (doc: PropertyDoc): PropertyRecord => {
  const {
    _id: id,
    processing: _processing,
    deleting: _deleting,
    lease: _lease,
    fence: _fence,
    terms: _terms,
    uploads: _uploads,
    history: _history,
    ...fields
  } = doc;
  const { outbox: _outbox, removeWhenSent: _remove, ...record } = fields;
  return { id, stored: [], renditions: [], ...record };
};

/** The search terms of a property with this content. */
export const searchTerms = ({
  externalId,
  fields,
}: Pick<PropertyRecord, 'externalId' | 'fields'>): string[] =>
  termsOf(fields.title, fields.address.city, externalId);

/** The lists of files that are worth saving. */
export const filesOf = ({
  stored,
  renditions,
}: Pick<PropertyRecord, Files>): Partial<Pick<PropertyRecord, Files>> => ({
  ...(stored.length > 0 && { stored }),
  ...(renditions.length > 0 && { renditions }),
});

/** The uploaded attachments that are worth saving beside them. */
export function namedUploads({
  attachments,
}: Pick<PropertyRecord, 'attachments'>): Pick<PropertyDoc, 'uploads'> {
  const uploads = uploadIdsOf(attachments);
  return uploads.length > 0 ? { uploads } : {};
}

/** The schedule of a property in this state: a pending property is due at once. */
export const scheduleFor = (
  { processingStatus, updatedAt }: Pick<PropertyRecord, 'processingStatus' | 'updatedAt'>,
  trace: KeptTrace,
): ProcessingSchedule => ({
  ...(processingStatus === 'pending' && { dueAt: updatedAt }),
  attempt: 0,
  internalErrors: 0,
  trace,
});

/** A property that was found by another name. */
export interface NamedProperty {
  propertyId: string;
  propertyType: PropertyRecord['type'];
}

export const named = ({ _id, type }: Pick<PropertyDoc, '_id' | 'type'>): NamedProperty => ({
  propertyId: _id,
  propertyType: type,
});
