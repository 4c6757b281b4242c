import * as contracts from '@estate/contracts';
import type { Job, JobCounts } from '@estate/contracts';
import { readable } from '@estate/messaging';
import { z } from 'zod';
import { toJob, toJobItem } from '../domain/job.ts';
import type { StoredJob } from '../domain/job.ts';
import { own } from '../edge/routing/api-route.ts';
import { beginJob } from '../jobs/begin-job.ts';
import type { Deps, GatewayRoute } from '../deps.ts';

const JOBS = '/jobs';
const OF_ONE = z.strictObject({ id: z.string() });

/** The job with its counts, which are computed for a running one. */
const shown = async (job: StoredJob, deps: Pick<Deps, 'jobs'>): Promise<Job> =>
  toJob(job, await countsOf(job, deps));
const countsOf = async (job: StoredJob, { jobs }: Pick<Deps, 'jobs'>): Promise<JobCounts> =>
  job.counts ?? (await jobs.items.count(job));

/** Routes of actions on many properties. */
export const jobRoutes: GatewayRoute[] = [
  own(`POST ${JOBS}`, {
    summary: 'Create a job',
    description: `Does the same with many properties: those in \`ids\`, or all that match \`filter\` now, at most ${String(contracts.JOB_ITEMS_MAX)} items. It runs after the response, in the name of the caller, and has a result for each item. A property that does not exist is the result of its item, not an error of the job. With \`listingIds\` or \`listingFilter\` in their place, listings are taken down or retried one by one. If the API key or the user that created the job is removed or may no longer write, the job stops.`,
    audit: 'job.created',
    status: 202,
    errors: ['contact-unknown', 'listing-unknown', 'target-unknown', 'too-many-items', 'too-many-jobs'],
    input: contracts.JobInput,
    output: contracts.Job,
    run: async (input, call, deps) => shown(await beginJob(input, call, deps), deps),
  }),
  own(`GET ${JOBS}`, {
    summary: 'List jobs',
    description: `The jobs of the last ${String(contracts.JOB_KEPT_DAYS)} days.`,
    input: contracts.JobQuery,
    output: contracts.pageOf(contracts.Job),
    run: async (query, { accountId }, deps) => {
      const { hasMore, data } = await deps.jobs.store.list(accountId, query);
      const counted = await Promise.all(
        data.map(async (job) => ({ ...job, counts: await countsOf(job, deps) })),
      );
      return { hasMore, data: counted.map(readable((job) => toJob(job, job.counts))) };
    },
  }),
  own(`GET ${JOBS}/{id}`, {
    summary: 'Get a job',
    errors: ['job-not-found'],
    input: OF_ONE,
    output: contracts.Job,
    run: async ({ id }, { accountId }, deps) => shown(await deps.jobs.store.get(accountId, id), deps),
  }),
  own(`GET ${JOBS}/{id}/items`, {
    summary: 'List the items of a job',
    description: 'The result of each item: of a job with targets, an item is one property on one target.',
    errors: ['job-not-found'],
    input: contracts.JobItemQuery.extend({ id: z.string() }),
    output: contracts.pageOf(contracts.JobItem),
    run: async ({ id, ...query }, { accountId }, { jobs }) => {
      const { hasMore, data } = await jobs.items.list(await jobs.store.get(accountId, id), query);
      return { hasMore, data: data.map(readable(toJobItem)) };
    },
  }),
  own(`POST ${JOBS}/{id}/cancel`, {
    summary: 'Cancel a job',
    description:
      'Items that are being worked on end; the others become `cancelled`. What was done before stays. A job with the action `synchronize` cannot be cancelled.',
    audit: 'job.cancelled',
    status: 202,
    errors: ['job-not-found', 'job-ended', 'job-not-cancellable'],
    input: OF_ONE,
    output: contracts.Job,
    run: async ({ id }, { accountId }, deps) => {
      const job = await deps.jobs.store.cancel(accountId, id, deps.clock());
      deps.jobs.wake(accountId);
      return shown(job, deps);
    },
  }),
];
