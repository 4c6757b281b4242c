import type { Logger, Metrics } from '@estate/observability';
import type { OpenAccounts } from '../accounts/closings/open-accounts.ts';
import type { AskOwner, Asked } from '../edge/routing/ask-owner.ts';
import type { StoredJob, StoredJobItem } from '../domain/job.ts';
import type { ApiKeyStore } from '../stores/api-key-store.ts';
import type { JobItemStore } from '../stores/job-item-store.ts';
import type { JobStore } from '../stores/job-store.ts';
import type { UserStore } from '../stores/user-store.ts';
import type { OutputOf } from '@estate/contracts';
import type { z } from 'zod';
import type { Preconditions } from '@estate/messaging';

export interface JobDeps {
  jobs: Pick<JobStore, 'dueAccounts' | 'ifDue' | 'queue'>;
  jobItems: Pick<JobItemStore, 'add' | 'begin' | 'cancel' | 'count' | 'end' | 'noteError' | 'pending'>;
  apiKeys: Pick<ApiKeyStore, 'get'>;
  users: Pick<UserStore, 'find'>;
  openAccounts: Pick<OpenAccounts, 'require'>;
  askOwner: AskOwner;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  metrics: Pick<Metrics, 'counter'>;
  sweepEveryMs: number;
}

/** Asks the owners on behalf of the actor of a job. */
export type AskForJob = <O extends Asked>(
  operation: O,
  input: z.input<O['input']>,
  preconditions?: Preconditions,
) => Promise<OutputOf<O>>;

export const askerFor =
  ({ askOwner }: Pick<JobDeps, 'askOwner'>, { accountId, trace }: StoredJob): AskForJob =>
  (operation, input, preconditions = {}) =>
    askOwner(operation, input, { accountId, requestId: trace.requestId, permissions: [], ...preconditions });

/** An item in progress. */
export interface ItemWork {
  job: StoredJob;
  item: StoredJobItem;
  ask: AskForJob;
}
