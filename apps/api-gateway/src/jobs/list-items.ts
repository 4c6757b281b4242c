import { JOB_ITEMS_MAX, listProperties } from '@estate/contracts';
import type { ListedSoFar, StoredJob, StoredJobItem } from '../domain/job.ts';
import type { JobStep } from '../stores/job-store.ts';
import type { AskForJob, JobDeps } from './job-deps.ts';
import { askerFor } from './job-deps.ts';
import { cancelledBecause } from './cancelled-because.ts';

const AT_ONCE = 100;

interface Portion {
  properties: Pick<StoredJobItem, 'propertyId' | 'property'>[];
  after?: string;
  isLast: boolean;
}

/** Makes items of the next properties of a job. An attempt that comes again adds none twice. */
export async function listItems(deps: JobDeps, job: StoredJob): Promise<JobStep> {
  const { properties, after, isLast } = job.ids
    ? named(job.ids, job.listed)
    : await matching(askerFor(deps, job), job);
  const targets = job.order.targetIds ?? [undefined];
  const listed: ListedSoFar = {
    properties: job.listed.properties + properties.length,
    items: job.listed.items + properties.length * targets.length,
    ...(after !== undefined && { after }),
  };
  if (listed.items > JOB_ITEMS_MAX) return cancelledBecause('too_many_items', deps);
  const isPublishing = job.order.action === 'publish';
  const items = properties.flatMap((property) =>
    targets.map((targetId): StoredJobItem => ({
      ...{ id: deps.newId(), accountId: job.accountId, jobId: job.id, ...property },
      ...(targetId !== undefined && { targetId }),
      ...(isPublishing && { listingId: deps.newId() }),
      state: 'pending',
    })),
  );
  await deps.jobItems.add(job, items);
  return { listed, ...(isLast && { state: 'running' as const }) };
}

function named(ids: readonly string[], { properties: from }: ListedSoFar): Portion {
  const to = from + AT_ONCE;
  return {
    properties: ids.slice(from, to).map((propertyId) => ({ propertyId })),
    isLast: to >= ids.length,
  };
}

/** Those whose stored data is damaged are items, too: their results say so. */
async function matching(ask: AskForJob, { order, listed }: StoredJob): Promise<Portion> {
  const page = await ask(listProperties, {
    ...order.filter,
    ...(listed.after !== undefined && { startAfter: listed.after }),
    ...{ limit: AT_ONCE, order: 'asc' },
  });
  const readable = page.data.map(({ id, externalId, fields: { title } }) => ({
    propertyId: id,
    property: { externalId, title },
  }));
  const damaged = (page.unreadable ?? []).map(({ id }) => ({ propertyId: id }));
  const after = page.continueAfter ?? page.data.at(-1)?.id;
  return {
    properties: [...readable, ...damaged],
    ...(after !== undefined && { after }),
    isLast: !page.hasMore,
  };
}
