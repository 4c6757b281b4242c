import { readFields } from '@estate/contracts';
import type {
  AnyFields,
  OnSold,
  ProcessingFailure,
  ProcessingStatus,
  Property,
  PropertyInput,
  PropertyType,
  PropertyUpdate,
} from '@estate/contracts';
import { refusalOf } from '@estate/errors';
import type { FetchedAttachment } from './attachment.ts';
import type { Rendition } from './rendition.ts';

/** A property as the catalog stores it; `revision` grows with every change that listings must follow. */
export interface PropertyRecord extends Omit<Property, 'createdAt' | 'updatedAt' | 'unprocessedAttachments'> {
  accountId: string;
  /** The newest revision of the contact that was followed. */
  contactRevision?: number;
  processingFailure?: ProcessingFailure;
  onSold?: OnSold;
  revision: number;
  /** The files that were fetched, one entry for each URL. */
  stored: FetchedAttachment[];
  /** The published forms of these files. */
  renditions: Rendition[];
  createdAt: Date;
  updatedAt: Date;
}

/** The contact of a property, as it was when it was named; empty without one. */
export type ContactReference = Pick<PropertyRecord, 'contactId' | 'contactRevision'>;

/** The part of a property that a customer's update replaces. */
export type PropertyContent = Pick<
  PropertyRecord,
  'fields' | 'attachments' | 'links' | 'contactId' | 'onSold'
>;

/** Without attachments nothing is to be fetched, so the processing has ended with the write. */
const statusOf = ({ attachments }: PropertyContent): ProcessingStatus =>
  attachments.length === 0 ? 'successful' : 'pending';

const GENERATED_LENGTHS = [8, 12, 16, 20] as const;

/** External ids to try in turn for a property that came without one; a longer one only after a clash. */
export const generatedExternalIds = (id: string): string[] =>
  GENERATED_LENGTHS.map((length) => `P-${id.slice(-length).toUpperCase()}`);

export interface PropertyIdentity extends ContactReference {
  id: string;
  accountId: string;
  externalId: string;
  now: Date;
}

/** A new property; with attachments it waits to be processed. */
export function newProperty(input: PropertyInput, identity: PropertyIdentity): PropertyRecord {
  const { id, accountId, externalId, now, ...contact } = identity;
  const content = contentOf(input);
  return {
    id,
    accountId,
    type: input.type,
    ...content,
    ...contact,
    externalId,
    processingStatus: statusOf(content),
    revision: 1,
    stored: [],
    renditions: [],
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * What the update puts in the place of the present content.
 * @throws InvalidInput when `type` or `externalId` differs or the fields do not fit the stored type
 */
export function replacementFor(present: PropertyRecord, update: PropertyUpdate): PropertyContent {
  const problems = IMMUTABLE.filter(
    (path) => update[path] !== undefined && update[path] !== present[path],
  ).map((path) => ({
    path,
    message: `${path} cannot be changed; it is ${JSON.stringify(present[path])}`,
    code: 'immutable-field',
  }));
  if (problems.length === 0) return contentOf({ ...update, fields: fieldsOf(present.type, update.fields) });
  // The fields of another type say nothing about this one.
  const isOtherType = problems.some(({ path }) => path === 'type');
  const read = readFields(present.type, update.fields);
  const all = [...problems, ...('problems' in read && !isOtherType ? read.problems : [])];
  throw refusalOf(all, 'immutable-field');
}

/** The property with other content: its next revision. */
export function replaced(
  present: PropertyRecord,
  content: PropertyContent & ContactReference,
  now: Date,
): PropertyRecord {
  const { processingFailure: _failure, contactId: _contact, contactRevision: _seen, ...others } = present;
  const { onSold: _onSold, attachmentFailures: _leftOut, ...kept } = others;
  const processingStatus = statusOf(content);
  return {
    ...kept,
    ...content,
    processingStatus,
    ...(processingStatus === 'successful' && { stored: [], renditions: [] }),
    revision: present.revision + 1,
    updatedAt: now,
  };
}

const IMMUTABLE = ['type', 'externalId'] as const;

function fieldsOf(type: PropertyType, fields: unknown): AnyFields {
  const read = readFields(type, fields);
  if ('fields' in read) return read.fields;
  throw refusalOf(read.problems, read.code);
}

const contentOf = (input: Omit<PropertyInput, 'type' | 'externalId'>): PropertyContent => ({
  fields: input.fields,
  attachments: input.attachments ?? [],
  links: input.links ?? [],
  ...(input.contactId !== undefined && { contactId: input.contactId }),
  ...(input.onSold !== undefined && { onSold: input.onSold }),
});
