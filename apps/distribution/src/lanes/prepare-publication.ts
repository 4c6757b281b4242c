import type { PropertySnapshot } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { isFirstTime, nextIntent, sentProperty, summaryOf, takenDown } from '../domain/listing.ts';
import type { Intent, ListingRecord } from '../domain/listing.ts';
import { filesOnPlatform } from '../domain/sent-files.ts';
import { isSoldAway, plannedAway } from '../domain/listing-times.ts';
import { whyNotProcessed } from '../domain/publication.ts';
import { notBefore } from '../domain/retry-schedule.ts';
import { formerNumberOf } from '../domain/published-number.ts';
import { sendable, sendableDeletion } from '../listings/address-for-target.ts';
import { takeSnapshot } from '../listings/take-snapshot.ts';
import { failureOf } from '../platforms/problems.ts';
import type { DeletePublication, PublicationFailure, SetPublication } from '../platforms/platform.ts';
import type { Lane, PrepareDeps } from './lane-deps.ts';
import { isLeftToAnother, isLoginShared } from './shared-object.ts';

/** The next step of a due listing. */
export type PublicationStep =
  | { kind: 'set'; record: ListingRecord; publication: SetPublication }
  | { kind: 'delete'; record: ListingRecord; publication: DeletePublication }
  /** The listing was never sent, so there is nothing to take down. */
  | { kind: 'nothing-there'; record: ListingRecord }
  | { kind: 'refuse'; record: ListingRecord; failure: PublicationFailure; revision?: number }
  | { kind: 'later'; record: ListingRecord; dueAt: Date }
  /** The wanted state has changed, or another worker has the lane. */
  | { kind: 'skip'; record: ListingRecord }
  | { kind: 'catalog-unavailable'; record: ListingRecord; error: Unavailable };

const BLOCKED_RECHECK_MS = 1000;

/** Decides what to do with a listing from its newest state and stores, before anything is sent, that it may be sent. */
export function preparePublication(
  record: ListingRecord,
  lane: Lane,
  deps: PrepareDeps,
): Promise<PublicationStep> {
  return record.wanted.action === 'delete'
    ? prepareDelete(record, lane, deps)
    : prepareSet(record, lane, deps);
}

async function prepareDelete(given: ListingRecord, lane: Lane, deps: PrepareDeps): Promise<PublicationStep> {
  const record = withFormerNumber(given, lane);
  if (!record.everUploaded) return { kind: 'nothing-there', record };
  if (await isLeftToAnother(record, lane.target, deps))
    return { kind: 'nothing-there', record: { ...record, everUploaded: false } };
  // A restored listing may have been sent without knowing with what.
  const sent = record.property ?? (await propertyNow(record, deps));
  if (sent instanceof Unavailable) return { kind: 'catalog-unavailable', record, error: sent };
  if (!sent) return { kind: 'nothing-there', record };
  const intent = nextIntent(record, deps.clock());
  const { fence } = lane.target.lease;
  await isLoginShared(lane.target, deps);
  if (!(await deps.progress.begin(record, { fence, intent }))) return { kind: 'skip', record };
  const { contact, publishedAs: _, ...property } = await sendableDeletion(sent, lane.target, deps);
  const publication = { ...identified(record, intent), property, ...(contact && { contact }) };
  return { kind: 'delete', record, publication };
}

async function prepareSet(due: ListingRecord, lane: Lane, deps: PrepareDeps): Promise<PublicationStep> {
  // A publication that was begun before was begun after every older deletion.
  const record = due.intent === undefined ? await afterDeletions(due, lane, deps) : due;
  if ('kind' in record) return record;
  const away = plannedAway(record, deps.clock());
  if (away) return prepareDelete(takenDown(record, away), lane, deps);
  const snapshot = await snapshotOf(record, deps);
  if (snapshot instanceof Unavailable) return { kind: 'catalog-unavailable', record, error: snapshot };
  if (snapshot === undefined) return refuse(record, 'The property no longer exists.');
  if (isSoldAway(snapshot)) return prepareDelete(takenDown(record, 'sold'), lane, deps);
  switch (snapshot.processingStatus) {
    case 'pending':
      return { kind: 'later', record, dueAt: new Date(deps.clock().getTime() + deps.options.recheckMs) };
    case 'failed':
      return { ...refuse(record, whyNotProcessed(snapshot)), revision: snapshot.revision };
    case 'successful':
      return sendableSet(record, snapshot, { lane, deps });
  }
}

/** The listing, once no older deletion of the same property on the target is left. */
async function afterDeletions(
  due: ListingRecord,
  { target: { lease } }: Lane,
  deps: PrepareDeps,
): Promise<ListingRecord | PublicationStep> {
  for (let record = due; ;) {
    // One query for both, because a deletion can change from due to abandoned, and back, at any time.
    const older = await deps.progress.olderDeletion(record);
    if (!older) return record;
    if (older.dueAt)
      return { kind: 'later', record, dueAt: notBefore(older.dueAt, deps.clock(), BLOCKED_RECHECK_MS) };
    const successor = await deps.progress.inherit(record, older, lease.fence);
    if (!successor) return { kind: 'skip', record };
    record = successor;
  }
}

/** A setting that changes after it is read here makes the listing due again. */
async function sendableSet(
  record: ListingRecord,
  found: PropertySnapshot,
  { lane, deps }: { lane: Lane; deps: PrepareDeps },
): Promise<PublicationStep> {
  const { snapshot, problems } = await sendable(found, lane.target, deps);
  const failure = failureOf(problems);
  if (failure) return { kind: 'refuse', record, failure, revision: found.revision };
  return beginSet(record, snapshot, { lane, deps });
}

async function beginSet(
  given: ListingRecord,
  snapshot: PropertySnapshot,
  { lane, deps }: { lane: Lane; deps: PrepareDeps },
): Promise<PublicationStep> {
  const record = withFormerNumber(given, lane);
  const intent = nextIntent(record, deps.clock());
  const { revision } = snapshot;
  const contents = { property: sentProperty(snapshot), summary: summaryOf(snapshot), revision };
  const start = { fence: lane.target.lease.fence, intent, contents };
  const isShared = await isLoginShared(lane.target, deps);
  // Files belong to an object: it may be another one with a former number, or replaced by another target with the same login.
  const files = isShared || record.formerNumber !== undefined ? [] : filesOnPlatform(record);
  if (!(await deps.progress.begin(record, start))) return { kind: 'skip', record };
  const publication = {
    ...identified(record, intent),
    snapshot,
    ...(files.length > 0 && { files }),
    firstTime: isFirstTime(record),
    ...(record.preventPublication && { preventPublication: true }),
  };
  return { kind: 'set', record, publication };
}

/** The common parts of the publications of a listing. */
const identified = ({ id, remote, formerNumber }: ListingRecord, { sequence, at }: Intent) => ({
  listingId: id,
  sequence,
  at,
  ...(remote && { remote }),
  ...(formerNumber !== undefined && { formerNumber }),
});

/** Platforms with a redirect flow have ids of their own for objects; all others know them by number. */
function withFormerNumber(record: ListingRecord, { target }: Lane): ListingRecord {
  const formerNumber = target.authorization ? undefined : formerNumberOf(record);
  return formerNumber === undefined ? record : { ...record, formerNumber };
}

async function propertyNow(record: ListingRecord, deps: PrepareDeps) {
  const snapshot = await snapshotOf(record, deps);
  return snapshot instanceof Unavailable ? snapshot : snapshot && sentProperty(snapshot);
}

const snapshotOf = ({ accountId, propertyId, wanted }: ListingRecord, deps: PrepareDeps) =>
  takeSnapshot(propertyId, { accountId, requestId: wanted.requestId }, deps).catch((error: unknown) => {
    if (error instanceof Unavailable) return error;
    throw error;
  });

const refuse = (record: ListingRecord, message: string) => ({
  kind: 'refuse' as const,
  record,
  failure: { code: 'property_not_processed' as const, message, repeat: false, scope: 'listing' as const },
});
