import { errorOf, jsonOf } from './api-response.ts';
import type { ApiResponse } from './api-response.ts';
import { ConnectionError } from './errors.ts';
import { delayBeforeRetry, pause } from './retry.ts';

/** The version of the API that this client uses; sent with every request. */
export const SERVICE_VERSION = '2026-11-01';
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;

export interface ClientOptions {
  /** Address of the service, for example `https://api.example.org`; empty in a page that the service itself serves. */
  baseUrl: string;
  /** `rek_live_…`; sent as a bearer token. Left out only in a page that has a session of the service. */
  apiKey?: string;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** The time limit of one attempt, in milliseconds; 30 000 by default. */
  timeoutMs?: number;
  /** The maximum number of retries after a transient failure; 3 by default. */
  retries?: number;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call, its retries and the pauses between them. */
  signal?: AbortSignal | undefined;
  /** For calls that create a resource: a call with the same key takes effect once. By default the client creates a key for each call. */
  idempotencyKey?: string | undefined;
  /** For updates and deletes: the ETag from `etagOf`. If the resource has changed since, the call throws an `ApiError` with status 412. */
  ifMatch?: string | undefined;
  timeoutMs?: number | undefined;
}

export interface Order {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: object | undefined;
  body?: unknown;
  options?: CallOptions | undefined;
  /** This call needs at least so long, in milliseconds. */
  leastTimeoutMs?: number;
}

const etags = new WeakMap<object, string>();

/** The ETag of a resource, for `ifMatch`; undefined for objects that this client did not return. */
export const etagOf = (resource: object): string | undefined => etags.get(resource);

/** Sends requests: authentication, time limits, retries, errors. */
export class Transport {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    const { apiKey } = options;
    if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new TypeError('apiKey must be a key of the service.');
    }
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/$/, '') };
  }

  /** @throws ApiError, ConnectionError, or the reason of an aborted signal */
  async json<T>(order: Order): Promise<T> {
    const answer = await this.send(order);
    const body = jsonOf(answer);
    const etag = answer.headers.get('etag');
    if (etag !== null && typeof body === 'object' && body !== null) etags.set(body, etag);
    return body as T;
  }

  /** The unparsed response, if it is a success. @throws ApiError, ConnectionError, or the reason of an aborted signal */
  async send(order: Order): Promise<ApiResponse> {
    const headers = this.#headersOf(order);
    const { retries = DEFAULT_RETRIES } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(order, headers);
      } catch (error) {
        const delayMs = attempt < retries ? delayBeforeRetry(error, attempt) : undefined;
        if (delayMs === undefined) throw error;
        await pause(delayMs, order.options?.signal);
      }
    }
  }

  async #attempt(order: Order, headers: Record<string, string>): Promise<ApiResponse> {
    const { signal } = order.options ?? {};
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(this.#timeoutMsOf(order));
    try {
      const response = await this.#fetch(`${this.#options.baseUrl}${order.path}${queryText(order.query)}`, {
        method: order.method,
        headers,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        ...(order.body !== undefined && { body: JSON.stringify(order.body) }),
      });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      if (!response.ok) throw errorOf(answer);
      return answer;
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (timeout.aborted) throw new ConnectionError('timed-out', `${order.path} took too long.`, error);
      if (error instanceof TypeError) {
        throw new ConnectionError('connection-failed', `${order.path} could not be reached.`, error);
      }
      throw error;
    }
  }

  /** Called as a plain function, because browsers refuse `fetch` as a method of anything but the window. */
  #fetch(url: string, init: RequestInit): Promise<Response> {
    const { fetch } = this.#options;
    return fetch ? fetch(url, init) : globalThis.fetch(url, init);
  }

  #timeoutMsOf({ options, leastTimeoutMs = 0 }: Order): number {
    const general = this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    return options?.timeoutMs ?? Math.max(general, leastTimeoutMs);
  }

  /** Made once a call, so that every attempt carries the same Idempotency-Key. */
  #headersOf({ method, body, options }: Order): Record<string, string> {
    return {
      accept: 'application/json, */*;q=0.5',
      ...(this.#options.apiKey !== undefined && { authorization: `Bearer ${this.#options.apiKey}` }),
      'service-version': SERVICE_VERSION,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': options?.idempotencyKey ?? randomKey() }),
      ...(options?.ifMatch !== undefined && { 'if-match': options.ifMatch }),
    };
  }
}

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
