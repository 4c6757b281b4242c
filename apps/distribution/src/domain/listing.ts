import { PROPERTY_TYPES, publishedIdOf } from '@estate/contracts';
import type {
  Actor,
  AnyFields,
  Contact,
  Listing,
  PropertySnapshot,
  PropertySummary,
  PropertyType,
  PublishingPause,
  PublicationFailureCode,
} from '@estate/contracts';
import { standingOf, stateOf } from './listing-standing.ts';
import { nextPlanned, shownTimes } from './listing-times.ts';
import type { ListingTimes, Withheld } from './listing-times.ts';
import { shownAnswer } from './platform-answer.ts';
import type { PlatformAnswer } from './platform-answer.ts';
import type { RemoteObject } from './remote-object.ts';
import type { SentFiles } from './sent-files.ts';
import { listingEntry } from './timeline.ts';
import type { ListingEntry } from './timeline.ts';

/**
 * `pending`: inserted, the property is not yet confirmed. `live`: accepted. `deleted`: being taken down, invisible to
 * the API. `ended`: only the last event must still be sent.
 */
export type ListingState = 'pending' | 'live' | 'deleted' | 'ended';

/** The call that caused a change; follow-up changes carry it, too. */
export interface Cause {
  requestId: string;
  traceparent?: string;
  actor?: Actor;
}

/** The state that the platform should show; the version rises with every reason to publish again. */
export interface Wanted extends Cause {
  action: 'set' | 'delete';
  version: number;
}

/** The package a version is published with; written before the package may reach the platform. */
export interface Intent {
  version: number;
  sequence: number;
  /** The package takes the property down. */
  takesDown?: true;
  /** Written into the package, so that a retried one is the same byte for byte. */
  at: Date;
}

/** The platform refuses for good to take the object down: it still shows it, and that is tried again now and then. */
export interface StillOnline {
  since: Date;
  /** Refusals in a row. */
  refusals: number;
  againAt: Date;
}

export interface LastError {
  failureCode: PublicationFailureCode;
  failureMessage: string;
  at: Date;
}

/** The part of a sent property that a delete message needs: the property may be gone by then. */
export interface SentProperty {
  externalId: string;
  type: PropertyType;
  fields: Pick<AnyFields, 'address'> & Partial<AnyFields>;
  updatedAt: string;
  contact?: Contact;
  /** The number that a portal was given; without it that was the external id as it is. */
  publishedAs?: string;
}

/** One property on one target: the wanted state, the published state, and the time of the next attempt. */
export interface ListingRecord extends ListingTimes, RemoteObject {
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
  /** Names the update of the target that made it due last. */
  republishToken?: string;
  /** Version that was published last. */
  doneVersion: number;
  /** When a lane should look at it; absent: nothing to do. */
  dueAt?: Date;
  /** The next planned time, at which the listing becomes due by itself; absent when none is ahead. */
  plannedAt?: Date;
  /** Why the platform does not show the property, although the listing is live and nothing failed. */
  withheld?: Withheld;
  /** Failed attempts of the wanted version. */
  attempt: number;
  /** Attempts among them that failed for the whole target, for example because its host was unreachable. */
  attemptsOfAll?: number;
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
  /** Only while the platform refuses to take off what is deleted or withheld. */
  stillOnline?: StillOnline;
  publicUrl?: string;
  sentFiles?: SentFiles;
  /** How often it became doubtful which files the platform has. */
  fileDoubts?: number;
  /** The last answer of the platform, about whatever package. */
  platformAnswer?: PlatformAnswer;
  /** Keep the object off the public channel of the platform. */
  preventPublication?: boolean;
  property?: SentProperty;
  /** The summary of the property at the newest revision that the listing knows. */
  summary?: PropertySummary;
  /** Another number under which a portal may still have the object. */
  formerNumber?: string;
  /** The newest changes by calls, oldest first. */
  history?: ListingEntry[];
  createdAt: Date;
  updatedAt: Date;
}

type NewListing = Pick<ListingRecord, 'id' | 'accountId' | 'propertyId' | 'targetId'> &
  ListingTimes &
  Cause & { preventPublication?: boolean | undefined; at: Date };

export const pendingListing = ({
  requestId,
  traceparent,
  actor,
  preventPublication,
  publishFrom,
  publishUntil,
  at,
  ...ids
}: NewListing): ListingRecord => ({
  ...ids,
  ...planOf({ publishFrom, publishUntil }, at),
  state: 'pending',
  counts: true,
  pendingSince: at,
  wanted: {
    action: 'set',
    version: 1,
    requestId,
    ...(traceparent !== undefined && { traceparent }),
    ...(actor && { actor }),
  },
  lastSeenRevision: 0,
  doneVersion: 0,
  attempt: 0,
  sequence: 0,
  laneFence: 0,
  published: false,
  everUploaded: false,
  ...(preventPublication !== undefined && { preventPublication }),
  history: [
    listingEntry(
      'created',
      { ...ids, preventPublication, publishFrom, publishUntil },
      { at, requestId, ...(actor && { actor }) },
    ),
  ],
  createdAt: at,
  updatedAt: at,
});

/** The planned times of a listing, with the next of them. */
export function planOf(
  { publishFrom, publishUntil }: ListingTimes,
  now: Date,
): ListingTimes & Pick<ListingRecord, 'plannedAt'> {
  const plannedAt = nextPlanned({ publishFrom, publishUntil }, now);
  return {
    ...(publishFrom && { publishFrom }),
    ...(publishUntil && { publishUntil }),
    ...(plannedAt && { plannedAt }),
  };
}

/** The listing as one that is taken down for a while: its wish stays, and what is sent is a deletion. */
export const takenDown = (record: ListingRecord, withheld: Withheld): ListingRecord => ({
  ...record,
  withheld,
  wanted: { ...record.wanted, action: 'delete' },
});

/**
 * A further attempt of a version keeps its sequence, so that its package replaces the one that may have arrived. A planned time that
 * passed in between makes it another package.
 */
export function nextIntent({ wanted, intent, sequence }: ListingRecord, at: Date): Intent {
  const takesDown = wanted.action === 'delete';
  if (intent?.version === wanted.version && (intent.takesDown ?? false) === takesDown) return intent;
  return { version: wanted.version, sequence: sequence + 1, at, ...(takesDown && { takesDown }) };
}

/** No publication is confirmed since the platform last had nothing; an unconfirmed one is sent as a first one again. */
export const isFirstTime = ({ publishedRevision }: ListingRecord): boolean => publishedRevision === undefined;

/** The fields of a property that a delete message needs: its address and its kind. */
function keptFields({ type, fields }: PropertySnapshot): SentProperty['fields'] {
  const kind: keyof AnyFields | undefined = PROPERTY_TYPES[type].kind;
  return { address: fields.address, ...(kind && { [kind]: fields[kind] }) };
}

export const sentProperty = (snapshot: PropertySnapshot): SentProperty => ({
  externalId: snapshot.externalId,
  type: snapshot.type,
  fields: keptFields(snapshot),
  updatedAt: snapshot.updatedAt,
  ...(snapshot.contact && { contact: snapshot.contact }),
  publishedAs: publishedIdOf(snapshot.externalId),
});

/** The type of the property of a listing, as far as it is known. */
export const propertyTypeOf = ({ summary, property }: Pick<ListingRecord, 'summary' | 'property'>) => {
  const propertyType = summary?.type ?? property?.type;
  return propertyType === undefined ? {} : { propertyType };
};

/** The summary of a published property. */
export const summaryOf = ({ externalId, type, fields }: PropertySnapshot): PropertySummary => ({
  externalId,
  title: fields.title,
  city: fields.address.city,
  type,
});

/** A listing that was saved without a summary knows at most what it has sent. */
function recognized({ summary, property }: ListingRecord): Pick<Listing, 'property'> {
  if (summary) return { property: { externalId: summary.externalId, title: summary.title } };
  return property ? { property: { externalId: property.externalId } } : {};
}

/** The planned times of a listing, and whether the first of them is still ahead. */
function shownPlan({ publishFrom, publishUntil, plannedAt }: ListingRecord) {
  const isScheduled = publishFrom !== undefined && plannedAt?.getTime() === publishFrom.getTime();
  return {
    ...shownTimes({ publishFrom, publishUntil }),
    ...(isScheduled && { scheduledFor: publishFrom.toISOString() }),
  };
}

const unpublishedReasonOf = ({ withheld }: ListingRecord) =>
  withheld === 'ended' || withheld === 'sold' ? withheld : 'prevented';

/** The next attempt; a take-down that the platform refuses is tried again, too. */
function shownNext({ dueAt, stillOnline }: ListingRecord, paused: PublishingPause | undefined) {
  const nextAttemptAt = dueAt ?? stillOnline?.againAt;
  return {
    ...(nextAttemptAt && !paused && { nextAttemptAt: nextAttemptAt.toISOString() }),
    ...(stillOnline && { stillOnlineSince: stillOnline.since.toISOString() }),
  };
}

/** `paused`: why nothing is published to its target for now. */
export function listingResource(record: ListingRecord, paused?: PublishingPause): Listing {
  const { id, propertyId, targetId, published, dueAt } = record;
  const { lastError, lastPublishedAt, preventPublication, publicUrl } = record;
  const state = stateOf(standingOf(record), paused !== undefined);
  return {
    id,
    propertyId,
    targetId,
    ...recognized(record),
    ...(preventPublication !== undefined && { preventPublication }),
    ...shownPlan(record),
    state,
    ...(state === 'unpublished' && { unpublishedReason: unpublishedReasonOf(record) }),
    published,
    ...shownNext(record, paused),
    attemptCount: record.attempt,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(lastPublishedAt && { lastPublishedAt: lastPublishedAt.toISOString() }),
    ...(lastError && { lastError: { ...lastError, at: lastError.at.toISOString() } }),
    ...shownAnswer(record),
    ...(paused && dueAt && { paused }),
  };
}
