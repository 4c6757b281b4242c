import type { Job, JobInput, JobItem, JobItemState, JobState } from './contract-types.ts';
import { List } from './page.ts';
import type { ListQuery } from './page.ts';
import { Creatable } from './resource.ts';
import type { CallOptions } from './transport.ts';

export interface JobQuery extends ListQuery {
  state?: JobState | undefined;
}

export interface JobItemQuery extends ListQuery {
  state?: JobItemState | undefined;
}

/** The same thing done with many properties. A job runs after it was created. */
export class Jobs extends Creatable<Job, JobInput, JobQuery> {
  /** The items of a job, with the result of each. */
  items(id: string): List<JobItem, JobItemQuery> {
    return new List(this.transport, this.pathOf(id, 'items'));
  }

  /** Stops a job; what was done before stays. @throws ApiError, ConnectionError */
  cancel(id: string, options?: CallOptions): Promise<Job> {
    return this.act(id, 'cancel', options);
  }
}
