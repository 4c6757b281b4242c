import { findListings, JOB_ITEMS_MAX, listListings, listProperties } from '@estate/contracts';
import type { Page } from '@estate/contracts';
import type { ListedSoFar, NamedListing, StoredJob, StoredJobItem } from '../domain/job.ts';
import type { JobStep } from '../stores/job-store.ts';
import type { AskForJob, JobDeps } from './job-deps.ts';
import { askerFor } from './job-deps.ts';
import { cancelledBecause } from './cancelled-because.ts';

const AT_ONCE = 100;

interface Portion {
  chosen: Pick<StoredJobItem, 'propertyId' | 'targetId' | 'chosenListingId' | 'property'>[];
  after?: string;
  isLast: boolean;
}

/** Makes items of the next properties or listings of a job. Idempotent: a retry adds no item twice. */
export async function listItems(deps: JobDeps, job: StoredJob): Promise<JobStep> {
  const { chosen, after, isLast } = await nextPortion(askerFor(deps, job), job);
  const targets = job.order.targetIds ?? [undefined];
  const listed: ListedSoFar = {
    properties: job.listed.properties + chosen.length,
    items: job.listed.items + chosen.length * targets.length,
    ...(after !== undefined && { after }),
  };
  if (listed.items > JOB_ITEMS_MAX) return cancelledBecause('too_many_items', deps);
  const isPublishing = job.order.action === 'publish';
  const items = chosen.flatMap((one) =>
    targets.map((targetId): StoredJobItem => ({
      ...{ id: deps.newId(), accountId: job.accountId, jobId: job.id, ...one },
      ...(targetId !== undefined && { targetId }),
      ...(isPublishing && { listingId: deps.newId() }),
      state: 'pending',
    })),
  );
  await deps.jobItems.add(job, items);
  return { listed, ...(isLast && { state: 'running' as const }) };
}

/** The next portion; a job on listings has an empty list of ids. */
function nextPortion(ask: AskForJob, job: StoredJob): Portion | Promise<Portion> {
  const { ids, listings, listed, ofListings } = job;
  if (listings) return portionOf(listings, listed, chosenListing);
  if (ofListings) return matchingListings(ask, job);
  return ids ? portionOf(ids, listed, (propertyId) => ({ propertyId })) : matching(ask, job);
}

function portionOf<T>(
  all: readonly T[],
  { properties: from }: ListedSoFar,
  itemOf: (one: T) => Portion['chosen'][number],
): Portion {
  const to = from + AT_ONCE;
  return { chosen: all.slice(from, to).map(itemOf), isLast: to >= all.length };
}

const chosenListing = ({ id, propertyId, targetId }: NamedListing) => ({
  ...{ propertyId, targetId },
  chosenListingId: id,
});

/** The matching listings; a damaged one still has its property and target. */
async function matchingListings(ask: AskForJob, { order, listed }: StoredJob): Promise<Portion> {
  const page = await ask(listListings, { ...order.listingFilter, ...pageAfter(listed) });
  const readable = page.data.map(({ property, ...listing }) => ({
    ...chosenListing(listing),
    ...(property && { property }),
  }));
  const ids = (page.unreadable ?? []).map(({ id }) => id);
  const damaged = ids.length === 0 ? [] : (await ask(findListings, { ids })).data.map(chosenListing);
  return portionFrom(page, [...readable, ...damaged]);
}

/** The matching properties; damaged ones are items, too, with an error as their result. */
async function matching(ask: AskForJob, { order, listed }: StoredJob): Promise<Portion> {
  const page = await ask(listProperties, {
    ...order.filter,
    ...pageAfter(listed),
  });
  const readable = page.data.map(({ id, externalId, fields: { title } }) => ({
    propertyId: id,
    property: { externalId, title },
  }));
  const damaged = (page.unreadable ?? []).map(({ id }) => ({ propertyId: id }));
  return portionFrom(page, [...readable, ...damaged]);
}

const pageAfter = ({ after }: ListedSoFar) => ({
  ...(after !== undefined && { startAfter: after }),
  ...{ limit: AT_ONCE, order: 'asc' as const },
});

function portionFrom(page: Page<{ id: string }>, chosen: Portion['chosen']): Portion {
  const after = page.continueAfter ?? page.data.at(-1)?.id;
  return {
    chosen,
    ...(after !== undefined && { after }),
    isLast: !page.hasMore,
  };
}
