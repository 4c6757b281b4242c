import { AccountActions } from './actions.ts';
import type { SummaryQuery } from './action-queries.ts';
import type {
  AccountStatistics,
  Activity,
  ApiKey,
  ApiKeyInput,
  Closing,
  DashboardLink,
  DashboardLinkInput,
  NewApiKey,
  NewDashboardLink,
  OwnAccount,
  Usage,
} from './contract-types.ts';
import { ConnectionError } from './errors.ts';
import type { ListQuery } from './page.ts';
import { Creatable } from './resource.ts';
import type { StatisticsQuery } from './queries.ts';
import type { CallOptions } from './transport.ts';

/** Key and secret that the marketplace issued to the customer. */
export interface ConsumerCredentials {
  key: string;
  secret: string;
}

/** A line of an export; the last one is the `manifest`, with the number of lines of each kind. */
export interface ExportLine {
  kind: string;
  data: unknown;
}

/** A large account is read for long. */
const EXPORT_TIMEOUT_MS = 24 * 3_600_000;

/** The account of the key. */
export class AccountResource extends AccountActions {
  /** @throws ApiError, ConnectionError */
  get(options?: CallOptions): Promise<OwnAccount> {
    return this.read('/account', options);
  }

  /**
   * Closes the account: everything of it is taken off the platforms and erased. The id says that it is meant.
   * @throws ApiError, ConnectionError
   */
  close(accountId: string, options?: CallOptions): Promise<Closing> {
    const headers = { 'Confirm-Closing': accountId };
    return this.transport.json({ method: 'DELETE', path: '/account', headers, options });
  }

  /** The newest closing of the account. @throws ApiError (404 if there is none), ConnectionError */
  closing(options?: CallOptions): Promise<Closing> {
    return this.read('/account/closing', options);
  }

  /**
   * Everything of the account, one line at a time, as it is read.
   * @throws ApiError, ConnectionError; also when the export broke off
   */
  async *export(options?: CallOptions): AsyncGenerator<ExportLine> {
    let last: ExportLine | undefined;
    const order = { method: 'GET' as const, path: '/account/export', options };
    for await (const text of this.transport.lines({ ...order, leastTimeoutMs: EXPORT_TIMEOUT_MS })) {
      last = JSON.parse(text) as ExportLine;
      yield last;
    }
    if (last?.kind === 'manifest') return;
    throw new ConnectionError(
      'connection-failed',
      'The export ended before its manifest and is incomplete.',
      undefined,
    );
  }

  /** What the account published, delivered and received in the last days, 14 by default. @throws ApiError, ConnectionError */
  activity(query?: SummaryQuery, options?: CallOptions): Promise<Activity> {
    return this.read('/account/activity', options, query);
  }

  /** What was published, failed and was rejected, and the requests, by day and target. @throws ApiError, ConnectionError */
  statistics(query?: StatisticsQuery, options?: CallOptions): Promise<AccountStatistics> {
    return this.read('/account/statistics', options, query);
  }

  /** What the account used in a month such as `2026-11`, in UTC; the present one by default. @throws ApiError, ConnectionError */
  usage(query?: { month?: string }, options?: CallOptions): Promise<Usage> {
    return this.read('/account/usage', options, query);
  }

  /** The same as CSV, a line for each day. @throws ApiError, ConnectionError */
  async usageCsv(query?: { month?: string }, options?: CallOptions): Promise<string> {
    const { text } = await this.transport.send({ method: 'GET', path: '/account/usage.csv', query, options });
    return text;
  }

  /** Needed for targets of type `marketplace-24`. @throws ApiError, ConnectionError */
  setConsumerCredentials(body: ConsumerCredentials, options?: CallOptions): Promise<{ key: string }> {
    return this.put('/account', body, options);
  }

  /** Needed for targets of type `marketplace-24-sandbox`. @throws ApiError, ConnectionError */
  setSandboxConsumerCredentials(body: ConsumerCredentials, options?: CallOptions): Promise<{ key: string }> {
    return this.put('/account/sandbox', body, options);
  }
}

/** What gives access to the account: its keys, and links to its dashboard. Only the response to `create` contains the secret itself. */
export class Issued<Shown extends object, Input, Issue extends object> extends Creatable<
  Shown,
  Input,
  ListQuery,
  Issue
> {
  /** Revokes one. @throws ApiError, ConnectionError */
  delete(id: string, options?: CallOptions): Promise<Shown> {
    return this.order({ method: 'DELETE', id, options });
  }
}

/** Keys of the account. */
export type ApiKeys = Issued<ApiKey, ApiKeyInput, NewApiKey>;

/** Links that open some pages of the dashboard in your own software. */
export type DashboardLinks = Issued<DashboardLink, DashboardLinkInput, NewDashboardLink>;
