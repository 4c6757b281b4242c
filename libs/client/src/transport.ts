import { errorOf, jsonOf } from './api-response.ts';
import type { ApiResponse } from './api-response.ts';
import { ConnectionError } from './errors.ts';
import { delayBeforeRetry, pause } from './retry.ts';
import { VERSION } from './version.ts';

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
  /** The name of your program, such as `crm/2.1`; sent in the header `User-Agent`, which pages cannot set. */
  userAgent?: string;
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
  /** A file as the body, in the place of JSON. */
  upload?: Blob;
  options?: CallOptions | undefined;
  /** Further headers of this call. */
  headers?: Record<string, string>;
  /** This call needs at least so long, in milliseconds. */
  leastTimeoutMs?: number;
}

/** A file of the API. */
export interface FileContent {
  mediaType: string;
  bytes: Blob;
}

const etags = new WeakMap<object, string>();

/** The ETag of a resource, for `ifMatch`. @throws TypeError for an entry of a list, which has none */
export function etagOf(resource: object): string {
  const etag = etags.get(resource);
  if (etag) return etag;
  throw new TypeError('No ETag: read it with get().');
}

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
  send(order: Order): Promise<ApiResponse> {
    return this.#repeated(order, answerOf);
  }

  /** A response that is a file. @throws ApiError, ConnectionError, or the reason of an aborted signal */
  file(order: Order): Promise<FileContent> {
    return this.#repeated(order, fileOf);
  }

  /** The lines of a response, while it arrives. @throws ApiError, ConnectionError, or the reason of an aborted signal */
  async *lines(order: Order): AsyncGenerator<string> {
    const body = await this.#repeated(order, bodyOf);
    let rest = '';
    try {
      for await (const part of body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + part).split('\n');
        rest = lines.pop() ?? '';
        yield* lines;
      }
    } catch (error) {
      if (order.options?.signal?.aborted === true) throw error;
      throw new ConnectionError(
        'connection-failed',
        `The response of ${order.path} ended before it was complete.`,
        error,
      );
    }
  }

  urlOf({ path, query }: Pick<Order, 'path' | 'query'>): string {
    return `${this.#options.baseUrl}${path}${queryText(query)}`;
  }

  async #repeated<T>(order: Order, read: (response: Response) => Promise<T>): Promise<T> {
    const headers = this.#headersOf(order);
    const { retries = DEFAULT_RETRIES } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(order, headers, read);
      } catch (error) {
        const delayMs = attempt < retries ? delayBeforeRetry(error, attempt) : undefined;
        if (delayMs === undefined) throw error;
        await pause(delayMs, order.options?.signal);
      }
    }
  }

  async #attempt<T>(
    order: Order,
    headers: Record<string, string>,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { signal } = order.options ?? {};
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(this.#timeoutMsOf(order));
    try {
      const response = await this.#fetch(this.urlOf(order), {
        method: order.method,
        headers,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        ...(order.body !== undefined && { body: JSON.stringify(order.body) }),
        ...(order.upload && { body: order.upload }),
      });
      if (!response.ok) throw errorOf(await answerOf(response));
      return await read(response);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (timeout.aborted)
        throw new ConnectionError('timed-out', `${this.#placeOf(order)} did not respond in time.`, error);
      if (error instanceof TypeError) {
        const message = `${this.#placeOf(order)} could not be reached: ${causeOf(error)}.`;
        throw new ConnectionError('connection-failed', message, error);
      }
      throw error;
    }
  }

  /** Without the query, which may contain personal data. */
  #placeOf({ path }: Order): string {
    return this.urlOf({ path });
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
  #headersOf({ method, body, upload, options, headers }: Order): Record<string, string> {
    return {
      accept: 'application/json, */*;q=0.5',
      ...(this.#options.apiKey !== undefined && { authorization: `Bearer ${this.#options.apiKey}` }),
      'service-version': SERVICE_VERSION,
      ...userAgentOf(this.#options.userAgent),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(upload && { 'content-type': upload.type || 'application/octet-stream' }),
      ...(method === 'POST' && { 'idempotency-key': options?.idempotencyKey ?? randomKey() }),
      ...(options?.ifMatch !== undefined && { 'if-match': options.ifMatch }),
      ...headers,
    };
  }
}

/** Why a connection failed, as far as the platform tells: Node does so in the cause, of which a host with several addresses has several. */
function causeOf(error: Error): string {
  const { cause } = error;
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  const messages = causes.filter((one) => one instanceof Error).map(({ message }) => message);
  return messages.length > 0 ? messages.join(', ') : error.message;
}

const answerOf = async (response: Response): Promise<ApiResponse> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
});

const bodyOf = (response: Response): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> =>
  Promise.resolve(response.body ?? new ReadableStream());

const fileOf = async (response: Response): Promise<FileContent> => ({
  mediaType: response.headers.get('content-type') ?? '',
  bytes: await response.blob(),
});

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

/** Names the client, the program that uses it and the runtime; pages send the name of their browser. */
function userAgentOf(program: string | undefined): Record<string, string> {
  const { document, navigator } = globalThis as { document?: object; navigator?: { userAgent?: string } };
  if (document !== undefined) return {};
  const runtime = navigator?.userAgent;
  const parts = [program, `estate-client/${VERSION}`, runtime].filter((part) => part !== undefined);
  return { 'user-agent': parts.join(' ') };
}
