import { defineCollection, dueIndex } from '@estate/persistence';
import { jobInvariants } from './audit/invariants.ts';
import type { Audited } from './audit/invariants.ts';
import { jobExpiry } from './domain/job.ts';
import { ITEM_INDEX } from './stores/job-item-store.ts';
import type { JobItemDoc } from './stores/job-item-store.ts';
import type { JobDoc } from './stores/job-store.ts';

const NO_PROSPECTS = { none: 'Jobs name properties, targets and contacts of the account.' };

/** The collections of jobs and their items. */
export const jobCollections = {
  jobs: defineCollection<JobDoc, Audited>({
    name: 'jobs',
    indexes: [
      dueIndex('dueAt'),
      {
        name: 'due-of-account',
        key: { accountId: 1, dueAt: 1 },
        partialFilterExpression: { dueAt: { $exists: true } },
      },
      { key: { accountId: 1, state: 1, _id: 1 }, name: 'state' },
      { key: { accountId: 1, _id: 1 }, name: 'account' },
    ],
    ttl: true,
    expiryOf: ({ createdAt }) => jobExpiry(createdAt),
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'GET /jobs lists the jobs of the last 30 days.' },
    invariants: jobInvariants,
  }),
  jobItems: defineCollection<JobItemDoc>({
    name: 'job-items',
    indexes: [
      {
        key: { accountId: 1, jobId: 1, propertyId: 1, targetId: 1 },
        name: ITEM_INDEX,
        unique: true,
      },
      { key: { accountId: 1, jobId: 1, state: 1, _id: 1 }, name: 'state' },
      { key: { accountId: 1, jobId: 1, _id: 1 }, name: 'job' },
      {
        name: 'chosen',
        key: { accountId: 1, chosenListingId: 1 },
        partialFilterExpression: { chosenListingId: { $exists: true } },
      },
      { key: { accountId: 1, _id: 1 }, name: 'account' },
    ],
    shardKey: { accountId: 1 },
    ttl: true,
    account: { kind: 'others' },
    person: NO_PROSPECTS,
    exportedAs: { none: 'GET /jobs/{id}/items lists the results of the last 30 days.' },
  }),
};
