import {
  findListings,
  getContact,
  getTarget,
  isOfListings,
  JOB_ITEMS_MAX,
  LOOKED_UP_AT_ONCE,
} from '@estate/contracts';
import type { JobInput } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound, requireNone } from '@estate/errors';
import type { Problem } from '@estate/errors';
import { traceOf } from '@estate/observability';
import { JOBS_UNFINISHED_MAX } from '../domain/job.ts';
import type { JobOrder, NamedListing, StoredJob } from '../domain/job.ts';
import type { AskOwner } from '../edge/routing/ask-owner.ts';
import type { Call } from '../edge/routing/call.ts';
import type { JobItemStore } from '../stores/job-item-store.ts';
import type { JobStore } from '../stores/job-store.ts';

/** The parts of jobs that routes need. */
export interface JobsOfRoutes {
  store: Pick<JobStore, 'begin' | 'cancel' | 'countUnfinished' | 'find' | 'findWatching' | 'get' | 'list'>;
  items: Pick<JobItemStore, 'chosenBefore' | 'count' | 'list'>;
  /** Announces that a job of the account has become due. */
  wake(accountId: string): void;
}

interface Beginning {
  jobs: Pick<JobsOfRoutes, 'store' | 'wake'> & { items: Pick<JobItemStore, 'chosenBefore'> };
  askOwner: AskOwner;
  clock: () => Date;
  newId: () => string;
}

/** Starts a job on behalf of the caller. @throws InvalidInput and Conflict */
export async function beginJob(
  { ids, listingIds, ...order }: JobInput,
  call: Call,
  { jobs, askOwner, clock, newId }: Beginning,
): Promise<StoredJob> {
  const { accountId, reservedId } = call;
  // A retry after a crash finds the job that it has started; changes since do not refuse it.
  const begun = reservedId === undefined ? null : await jobs.store.find(accountId, reservedId);
  if (begun) {
    jobs.wake(accountId);
    return begun;
  }
  requireBounded(ids, order);
  await requireKnown(order, call, askOwner);
  const listings = listingIds && (await foundListings(listingIds, call, { jobs, askOwner }));
  await requireFew(accountId, jobs);
  const job = await jobs.store.begin({
    id: reservedId ?? newId(),
    accountId,
    order: { ...order, ...(order.targetIds && { targetIds: [...new Set(order.targetIds)] }) },
    ...(ids && { ids: [...new Set(ids)] }),
    ...(listings && { listings }),
    ...(isOfListings({ listingIds, listingFilter: order.listingFilter }) && { ofListings: true }),
    state: 'preparing',
    listed: { properties: 0, items: 0 },
    trace: traceOf(call),
    createdAt: clock(),
  });
  jobs.wake(accountId);
  return job;
}

/** Refuses too many items. Those of a filter are only known when its properties are listed. */
function requireBounded(ids: readonly string[] = [], { targetIds = [] }: JobOrder): void {
  if (ids.length * targetIds.length <= JOB_ITEMS_MAX) return;
  throw new InvalidInput(
    `A job can have ${String(JOB_ITEMS_MAX)} items: that many properties, each on one target. Create several jobs.`,
    { code: 'too-many-items' },
  );
}

/** Refuses unknown contacts and targets, which would fail every item. @throws InvalidInput that names each of them */
async function requireKnown(
  { contactId, targetIds = [] }: JobOrder,
  { accountId, requestId, permissions }: Call,
  askOwner: AskOwner,
): Promise<void> {
  const asking = { accountId, requestId, permissions };
  const problems: Problem[] = [];
  if (contactId !== undefined && !(await isKnown(askOwner(getContact, { id: contactId }, asking))))
    problems.push(unknown('contactId', 'contact', contactId));
  for (const [index, id] of targetIds.entries())
    if (!(await isKnown(askOwner(getTarget, { id }, asking))))
      problems.push(unknown(`targetIds.${String(index)}`, 'target', id));
  requireNone(problems);
}

async function isKnown(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

const unknown = (path: string, what: 'contact' | 'listing' | 'target', id: string): Problem => ({
  ...{ path, code: `${what}-unknown` },
  message: `${path}: the account has no ${what} with the id ${id}`,
});

/**
 * The chosen listings. A deleted one is a result of its item: one that is deleted later, and one that an earlier job had chosen. An item
 * for an unknown listing could not name its property.
 */
async function foundListings(
  given: readonly string[],
  { accountId, requestId, permissions }: Call,
  { jobs, askOwner }: Pick<Beginning, 'jobs' | 'askOwner'>,
): Promise<NamedListing[]> {
  const asking = { accountId, requestId, permissions };
  const ids = [...new Set(given)];
  const found: NamedListing[] = [];
  for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) {
    const portion = ids.slice(from, from + LOOKED_UP_AT_ONCE);
    found.push(...(await askOwner(findListings, { ids: portion }, asking)).data);
  }
  const known = new Map(found.map((listing) => [listing.id, listing]));
  const gone = ids.filter((id) => !known.has(id));
  for (const listing of await jobs.items.chosenBefore(accountId, gone)) known.set(listing.id, listing);
  const isUnknown = (id: string) => !known.has(id);
  requireNone(
    ids.filter(isUnknown).map((id) => unknown(`listingIds.${String(given.indexOf(id))}`, 'listing', id)),
  );
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Refuses too many unfinished jobs; simultaneous calls may start a few more. */
async function requireFew(accountId: string, { store }: Pick<JobsOfRoutes, 'store'>): Promise<void> {
  if ((await store.countUnfinished(accountId)) < JOBS_UNFINISHED_MAX) return;
  throw new Conflict(
    `The account has ${String(JOBS_UNFINISHED_MAX)} unfinished jobs. Wait until one ends, or cancel one.`,
    { code: 'too-many-jobs' },
  );
}
