import { Calls } from './calls.ts';
import type { EventName } from './contract-types.ts';
import { jsonOf, unreadable } from './api-response.ts';
import type { ApiResponse } from './api-response.ts';
import type { CallOptions, Transport } from './transport.ts';

/** One page of a list. */
export interface Page<T> {
  hasMore: boolean;
  data: T[];
  /** How many resources match, up to 10,000; with `count: true` only. */
  count?: number;
  /** `count` is a lower bound. */
  countIsLimited?: true;
  /** The search ended before the page was full; the next page begins after this id. */
  continueAfter?: string;
}

/** Selects a page of a list. */
export interface ListQuery {
  /** 1 to 100. By default 10 for `list` and 100 for `all`. */
  limit?: number | undefined;
  /** The id of the last resource of the previous page. */
  startAfter?: string | undefined;
  /** `asc` is the order of creation, `desc` is newest first. */
  order?: 'asc' | 'desc' | undefined;
}

/** Selects a page of a list that can be counted. */
export interface CountedListQuery extends ListQuery {
  /** Whether the page says how many resources match, on this page or not. */
  count?: boolean | undefined;
}

/** Selects events. */
export interface EventQuery extends CountedListQuery {
  type?: EventName | undefined;
  /** Only events that happened at or after this time. */
  from?: string | undefined;
  /** Only events that happened before this time. */
  to?: string | undefined;
  propertyId?: string | undefined;
  listingId?: string | undefined;
  targetId?: string | undefined;
  /** Only events that were sent to this webhook. */
  webhookId?: string | undefined;
  /** The same as `type`. */
  eventName?: EventName | undefined;
  /** The same as `from`. */
  since?: string | undefined;
  /** The same as `to`. */
  until?: string | undefined;
  /** The number of seconds to wait for an event if there is none, 0 to 25. The time limit of the call is extended by it. */
  wait?: number | undefined;
}

const LARGEST_PAGE = 100;
const WAIT_MARGIN_MS = 15_000;

/** A list of the API. */
export class List<T extends object, Q extends ListQuery = ListQuery> extends Calls {
  protected readonly path: string;

  constructor(transport: Transport, path: string) {
    super(transport);
    this.path = path;
  }

  /** One page of the list. @throws ApiError, ConnectionError */
  async list(query?: Q, options?: CallOptions): Promise<Page<T>> {
    return (await this.#read(query, options)).page;
  }

  /** Every resource, with pages loaded as needed: `for await (const one of client.properties.all())`. @throws ApiError, ConnectionError */
  async *all(query?: Q, options?: CallOptions): AsyncGenerator<T, void, undefined> {
    let next: Q | undefined = { limit: LARGEST_PAGE, ...query } as Q;
    while (next) {
      const { page, cursor }: { page: Page<T>; cursor: string | undefined } = await this.#read(next, options);
      yield* page.data;
      next = page.hasMore && cursor !== undefined ? { ...next, startAfter: cursor } : undefined;
    }
  }

  async #read(query: Q | undefined, options: CallOptions | undefined) {
    const answer = await this.transport.send({
      method: 'GET',
      path: this.path,
      query,
      options,
      ...waiting(query),
    });
    const page = pageOf<T>(answer);
    return {
      page,
      cursor: cursorIn(answer.headers.get('link')) ?? page.continueAfter ?? idOf(page.data.at(-1)),
    };
  }
}

/** The list of targets is a plain array that says with a `Link` whether there is more. */
function pageOf<T>(answer: ApiResponse): Page<T> {
  const body = jsonOf(answer) as T[] | Partial<Page<T>> | null;
  if (Array.isArray(body)) return { hasMore: cursorIn(answer.headers.get('link')) !== undefined, data: body };
  if (body?.data === undefined || body.hasMore === undefined) throw unreadable(answer);
  const { count, countIsLimited, continueAfter } = body;
  return {
    hasMore: body.hasMore,
    data: body.data,
    ...(count !== undefined && { count }),
    ...(countIsLimited && { countIsLimited }),
    ...(continueAfter !== undefined && { continueAfter }),
  };
}

/** A list that waits for something needs longer than others. */
function waiting(query: object = {}): { leastTimeoutMs?: number } {
  const { wait } = query as { wait?: number };
  return wait === undefined ? {} : { leastTimeoutMs: wait * 1000 + WAIT_MARGIN_MS };
}

function cursorIn(link: string | null): string | undefined {
  const [, next = ''] = /<([^<>]*)>; rel="next"/.exec(link ?? '') ?? [];
  return /[?&]startAfter=([0-9a-v]{20})/.exec(next)?.[1];
}

function idOf(resource: object | undefined): string | undefined {
  const { id, eventId } = (resource ?? {}) as { id?: string; eventId?: string };
  return id ?? eventId;
}
