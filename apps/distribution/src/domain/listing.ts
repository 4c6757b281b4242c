import { publishedIdOf } from '@estate/contracts';
import type {
  ApartmentBuyFields,
  Contact,
  Listing,
  PropertySnapshot,
  PublishingPause,
  PublicationFailureCode,
} from '@estate/contracts';

/**
 * `pending`: inserted, the property not yet confirmed; `live`: accepted; `deleted`: being taken off the platform, invisible to
 * the API; `ended`: nothing is left to do but to send its last event.
 */
export type ListingState = 'pending' | 'live' | 'deleted' | 'ended';

/** The request and the step of its trace that something was caused by, for the events that it causes in turn. */
export interface Cause {
  requestId: string;
  traceparent?: string;
}

/** What the platform should show; the version rises with every reason to publish again. */
export interface Wanted extends Cause {
  action: 'set' | 'delete';
  version: number;
}

/** The package a version is published with; written before the package may reach the platform. */
export interface Intent {
  version: number;
  sequence: number;
  /** Written into the package, so that a retried one is the same byte for byte. */
  at: Date;
}

export interface LastError {
  failureCode: PublicationFailureCode;
  failureMessage: string;
  at: Date;
}

/** What was sent of a property, as far as a delete message needs it: the property may be gone by then. */
export interface SentProperty {
  externalId: string;
  type: string;
  fields: Pick<ApartmentBuyFields, 'address' | 'apartmentType'>;
  updatedAt: string;
  contact?: Contact;
  /** The number that a portal was given; without it that was the external id as it is. */
  publishedAs?: string;
}

/** What the platform calls things; kept as soon as it is known, so that nothing is made twice. */
export interface RemoteIds {
  objectId?: string;
}

/** One property on one target: what is wanted, what is there, and when to look at it next. */
export interface ListingRecord {
  id: string;
  accountId: string;
  propertyId: string;
  targetId: string;
  state: ListingState;
  /** Set while pending or live: at most one such listing a property and target. */
  counts?: true;
  /** Set while pending only. */
  pendingSince?: Date;
  wanted: Wanted;
  /** Newest revision of the property that this listing was made due for. */
  lastSeenRevision: number;
  /** Of the update of the target that made it due last. */
  republishToken?: string;
  /** Version that was published last. */
  doneVersion: number;
  /** When a lane should look at it; absent: nothing to do. */
  dueAt?: Date;
  /** Failed attempts of the wanted version. */
  attempt: number;
  /** Internal errors in a row; none of them counts as an attempt. */
  internalErrors?: number;
  sequence: number;
  intent?: Intent;
  /** Fence of the lane that wrote last. */
  laneFence: number;
  published: boolean;
  publishedRevision?: number;
  /** A package may have reached the platform, so a delete must be sent. */
  everUploaded: boolean;
  lastPublishedAt?: Date;
  lastError?: LastError;
  publicUrl?: string;
  /** Keep the object off the public channel of the platform. */
  preventPublication?: boolean;
  remote?: RemoteIds;
  property?: SentProperty;
  /** Another number under which a portal may still have the object. */
  formerNumber?: string;
  createdAt: Date;
  updatedAt: Date;
}

type NewListing = Pick<ListingRecord, 'id' | 'accountId' | 'propertyId' | 'targetId'> &
  Cause & { preventPublication?: boolean | undefined; at: Date };

export const pendingListing = ({
  requestId,
  traceparent,
  preventPublication,
  at,
  ...ids
}: NewListing): ListingRecord => ({
  ...ids,
  state: 'pending',
  counts: true,
  pendingSince: at,
  wanted: { action: 'set', version: 1, requestId, ...(traceparent !== undefined && { traceparent }) },
  lastSeenRevision: 0,
  doneVersion: 0,
  attempt: 0,
  sequence: 0,
  laneFence: 0,
  published: false,
  everUploaded: false,
  ...(preventPublication !== undefined && { preventPublication }),
  createdAt: at,
  updatedAt: at,
});

/** A further attempt of a version keeps its sequence, so that its package replaces the one that may have arrived. */
export function nextIntent({ wanted, intent, sequence }: ListingRecord, at: Date): Intent {
  if (intent?.version === wanted.version) return intent;
  return { version: wanted.version, sequence: sequence + 1, at };
}

/** No publication was ever confirmed; an unconfirmed one is sent as a first one again. */
export const isFirstTime = ({ lastPublishedAt }: ListingRecord): boolean => lastPublishedAt === undefined;

export const sentProperty = (snapshot: PropertySnapshot): SentProperty => ({
  externalId: snapshot.externalId,
  type: snapshot.type,
  fields: { address: snapshot.fields.address, apartmentType: snapshot.fields.apartmentType },
  updatedAt: snapshot.updatedAt,
  ...(snapshot.contact && { contact: snapshot.contact }),
  publishedAs: publishedIdOf(snapshot.externalId),
});

/** `paused`: why nothing is published to its target for now. */
export function listingResource(record: ListingRecord, paused?: PublishingPause): Listing {
  const { id, propertyId, targetId, published } = record;
  const { lastError, lastPublishedAt, preventPublication, publicUrl } = record;
  return {
    id,
    propertyId,
    targetId,
    ...(preventPublication !== undefined && { preventPublication }),
    published,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(lastPublishedAt && { lastPublishedAt: lastPublishedAt.toISOString() }),
    ...(lastError && { lastError: { ...lastError, at: lastError.at.toISOString() } }),
    ...(paused && record.dueAt && { paused }),
  };
}
