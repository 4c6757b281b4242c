import {
  listListings,
  readSynchronized,
  SYNCHRONIZE,
  SYNCHRONIZED_AT_ONCE,
  synchronizeTarget,
} from '@estate/contracts';
import type { InputOf, OutputOf } from '@estate/contracts';
import { traceOf } from '@estate/observability';
import type { ItemResult, JobOrder, StoredJob, StoredJobItem } from '../domain/job.ts';
import type { AskOwner } from '../edge/routing/ask-owner.ts';
import type { Call } from '../edge/routing/call.ts';
import type { JobStep } from '../stores/job-store.ts';
import type { JobsOfRoutes } from './begin-job.ts';
import { skipped } from './item-actions.ts';
import { askerFor } from './job-deps.ts';
import type { JobDeps } from './job-deps.ts';
import { end } from './run-items.ts';
import type { ItemDeps } from './run-items.ts';

const PAGE = 100;
/** The maximum time to watch a listing: one that waits longer, for example for a paused target, ends in the job and not on the target. */
const WATCHED_MS = 24 * 60 * 60 * 1000;
const PAUSE = { shortestMs: 1000, longestMs: 30_000, shareOfAge: 0.1 };

const STILL_WAITING = skipped(
  'still-waiting',
  'The listing has waited for a day. It is sent when its target can be reached and is not paused.',
);

interface Beginning {
  jobs: { store: Pick<JobsOfRoutes['store'], 'begin' | 'findWatching'>; wake: JobsOfRoutes['wake'] };
  askOwner: AskOwner;
  clock: () => Date;
  newId: () => string;
}

/**
 * Makes the owner send everything of a target again, and starts the job that shows the results, unless one exists: repeated calls start no
 * further job.
 */
export async function synchronize(
  input: InputOf<typeof synchronizeTarget>,
  call: Call,
  { jobs, askOwner, clock, newId }: Beginning,
): Promise<OutputOf<typeof synchronizeTarget>> {
  const { accountId, reservedId } = call;
  const begun = await askOwner(synchronizeTarget, input, call);
  const order: JobOrder = { action: SYNCHRONIZE, targetIds: [input.id], mode: input.mode };
  const watching = await jobs.store.findWatching(accountId, order);
  if (watching) return { ...begun, jobId: watching.id };
  const job = await jobs.store.begin({
    ...{ id: reservedId ?? newId(), accountId, order, state: 'preparing' },
    listed: { properties: 0, items: 0 },
    trace: traceOf(call),
    createdAt: clock(),
  });
  jobs.wake(accountId);
  return { ...begun, jobId: job.id };
}

const targetOf = ({ order: { targetIds = [] } }: StoredJob): string => targetIds[0] ?? '';

/** Makes items of the next listings of the target. Idempotent: a retry adds no item twice. */
export async function listSynchronized(deps: JobDeps, job: StoredJob): Promise<JobStep> {
  const { after: startAfter, ...listed } = job.listed;
  const page = await askerFor(deps, job)(listListings, {
    ...{ targetId: targetOf(job), limit: PAGE, order: 'asc' },
    ...(startAfter !== undefined && { startAfter }),
  });
  const items = page.data.map(({ id, propertyId, targetId, property }): StoredJobItem => ({
    ...{ id: deps.newId(), accountId: job.accountId, jobId: job.id, propertyId, targetId },
    ...{ listingIds: [id], state: 'pending' },
    ...(property && { property }),
  }));
  if (items.length > 0) await deps.jobItems.add(job, items);
  const after = page.continueAfter ?? page.data.at(-1)?.id;
  const listedNow = {
    ...{ properties: listed.properties + items.length, items: listed.items + items.length },
    ...(after !== undefined && { after }),
  };
  return { listed: listedNow, ...(!page.hasMore && { state: 'running' as const }) };
}

/** Ends the items whose listings have a result; false if none is left. */
export async function watchSynchronized(deps: ItemDeps, job: StoredJob): Promise<boolean> {
  const isOver = deps.clock().getTime() - job.createdAt.getTime() >= WATCHED_MS;
  let isAnyLeft = false;
  for (let after = ''; ;) {
    const items = await deps.jobItems.pending(job, SYNCHRONIZED_AT_ONCE, after);
    const last = items.at(-1);
    if (!last) return isAnyLeft;
    const results = await resultsOf(deps, job, items);
    for (const item of items) {
      const result = results.get(item.listingIds?.[0] ?? '') ?? (isOver ? STILL_WAITING : undefined);
      if (result) await end(deps, { item }, result);
      else isAnyLeft = true;
    }
    after = last.id;
  }
}

/** The results by listing id. */
async function resultsOf(deps: ItemDeps, job: StoredJob, items: readonly StoredJobItem[]) {
  const listingIds = items.flatMap((item) => item.listingIds ?? []);
  const { data } = await askerFor(deps, job)(readSynchronized, { targetId: targetOf(job), listingIds });
  return new Map(
    data.flatMap(({ id, state, reason }): [string, ItemResult][] =>
      state === 'pending' ? [] : [[id, { state, ...(reason && { reason }) }]],
    ),
  );
}

/** The time to the next check; it grows with the age of the job. */
export const nextLookMs = ({ clock }: Pick<JobDeps, 'clock'>, { createdAt }: StoredJob): number => {
  const ageMs = clock().getTime() - createdAt.getTime();
  return Math.min(PAUSE.longestMs, Math.max(PAUSE.shortestMs, Math.round(ageMs * PAUSE.shareOfAge)));
};
