import { Calls } from './calls.ts';
import type { ContactRequest, Erasure, HandlingInput, Retention } from './contract-types.ts';
import { Readable } from './resource.ts';
import type { RequestFilters, RequestQuery } from './resources.ts';
import type { CallOptions } from './transport.ts';

/** A large file is made while it is read. */
const CSV_TIMEOUT_MS = 3_600_000;

/** Contact requests. */
export class Requests extends Readable<ContactRequest, RequestQuery> {
  /** Replaces state, assignee and note of a request; what is left out becomes unset. @throws ApiError, ConnectionError */
  handle(id: string, body: HandlingInput, options?: CallOptions): Promise<ContactRequest> {
    return this.order({ method: 'PUT', id, action: 'handling', body, options });
  }

  /** The requests that the filters select as CSV, oldest first. @throws ApiError, ConnectionError */
  async csv(filters?: RequestFilters, options?: CallOptions): Promise<string> {
    const { text } = await this.transport.send({
      method: 'GET',
      path: `${this.path}.csv`,
      query: filters,
      leastTimeoutMs: CSV_TIMEOUT_MS,
      options,
    });
    return text;
  }

  /** Erases a request with all that belongs to it, and returns it. @throws ApiError, ConnectionError */
  delete(id: string, options?: CallOptions): Promise<ContactRequest> {
    return this.order({ method: 'DELETE', id, options });
  }
}

/** Erasures of persons. */
export class Erasures extends Readable<Erasure> {
  /**
   * Erases everything that the account has stored of the person with an email address; the erasure has finished when its `state` says so.
   * @throws ApiError, ConnectionError
   */
  create({ email }: { email: string }, options?: CallOptions): Promise<Erasure> {
    return this.order({ body: { email }, headers: { 'Confirm-Erasure': email }, options });
  }
}

/** For how many days the account keeps the data of prospects. */
export class RetentionSetting extends Calls {
  /** @throws ApiError, ConnectionError */
  get(options?: CallOptions): Promise<Retention> {
    return this.read('/account/retention', options);
  }

  /** Sets it. Older requests are erased within an hour. @throws ApiError, ConnectionError */
  set(body: { requestsDays: number }, options?: CallOptions): Promise<Retention> {
    return this.put('/account/retention', body, options);
  }
}
