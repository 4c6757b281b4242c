import { Job } from '@estate/contracts';
import type { JobsOfRoutes } from '../../src/jobs/begin-job.ts';
import type { StoredJob } from '../../src/domain/job.ts';
import { exampleOf } from '../../src/reference/openapi/example-of.ts';

/** Jobs that are all one running job. */
export function bareJobs(id: string): JobsOfRoutes {
  const job: StoredJob = {
    ...{ id, accountId: 'a', order: { action: 'delete', filter: {} }, state: 'running' },
    ...{ listed: { properties: 0, items: 0 }, trace: { requestId: 'request-1' }, createdAt: new Date() },
  };
  return {
    store: {
      begin: () => Promise.resolve(job),
      cancel: () => Promise.resolve(job),
      countUnfinished: () => Promise.resolve(0),
      find: () => Promise.resolve(null),
      findWatching: () => Promise.resolve(null),
      get: () => Promise.resolve(job),
      list: () => Promise.resolve({ hasMore: false, data: [job] }),
    },
    items: {
      chosenBefore: () => Promise.resolve([]),
      count: () => Promise.resolve(Job.parse(exampleOf(Job)).counts),
      list: () => Promise.resolve({ hasMore: false, data: [] }),
    },
    wake: () => undefined,
  };
}
