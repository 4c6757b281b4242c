import { classifyNetworkError, send } from '@estate/egress';
import type { EgressRequest, EgressResponse } from '@estate/egress';
import { hostOf, withSpan } from '@estate/observability';
import type { RestTools } from '../adapter.ts';
import { networkFailed, rateLimited } from './failures.ts';
import { AttachmentLost } from '../../attachments/attachment-bytes.ts';
import { FileBroken } from './multipart.ts';
import type { Upload } from './multipart.ts';
import type { RateGate } from './rate-gate.ts';

/** A call; the path is relative to the address of the interface. */
export interface RestCall {
  method: EgressRequest['method'];
  /** The path with its query. */
  path: string;
  json?: unknown;
  upload?: Upload;
  signal: AbortSignal;
}

/** The interface of a platform for one account. */
export interface RestInterface {
  /** The base address, without a trailing slash. */
  url: string;
  /** The name at the beginning of a sentence, as in `The marketplace`. */
  name: string;
  /** The name of its calls in traces. */
  span: string;
  /** The account by which the platform counts calls. */
  rateKey: string;
  /** The headers that authenticate a request. */
  sign(request: { method: string; url: string }): Record<string, string>;
}

interface RestClientTools extends Pick<RestTools, 'agent'> {
  gate: RateGate;
  /** The timeout of a call, except for uploads. */
  timeoutMs?: number | undefined;
}

const JSON_TYPE = 'application/json;charset=UTF-8';
const TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 16;
const MAX_BYTES = 2_000_000;

/** Makes calls on behalf of one account, within the limits of the platform. */
export class RestClient {
  readonly #api: RestInterface;
  readonly #tools: RestClientTools;

  constructor(api: RestInterface, tools: RestClientTools) {
    this.#api = api;
    this.#tools = tools;
  }

  /** The response, whatever its status. @throws CallFailed without a response, and if the platform limits the rate */
  async send(call: RestCall): Promise<EgressResponse> {
    const { name, rateKey } = this.#api;
    const { gate } = this.#tools;
    const waitMs = gate.waitMs(rateKey);
    if (waitMs > 0) throw rateLimited(name, waitMs);
    const response = await this.#attempt(call);
    const pauseMs = gate.note(rateKey, response.statusCode, response.headers);
    if (response.statusCode === 429) throw rateLimited(name, pauseMs);
    return response;
  }

  async #attempt({ method, path, json, upload, signal }: RestCall): Promise<EgressResponse> {
    const { agent, timeoutMs = TIMEOUT_MS } = this.#tools;
    const url = `${this.#api.url}${path}`;
    const headers = { accept: JSON_TYPE, ...this.#api.sign({ method, url }), ...bodyHeaders(upload) };
    try {
      return await this.#recorded(method, url, () =>
        send(agent, {
          method,
          url,
          headers,
          ...(json !== undefined && { body: JSON.stringify(json) }),
          ...(upload && { body: upload.stream }),
          once: method === 'POST',
          timeoutMs: timeoutMs + (upload?.length ?? 0) / SLOWEST_BYTES_PER_MS,
          maxBodyBytes: MAX_BYTES,
          signal,
        }),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FileBroken || error instanceof AttachmentLost) throw error;
      throw networkFailed(this.#api.name, classifyNetworkError(error));
    }
  }

  #recorded(method: string, url: string, call: () => Promise<EgressResponse>): Promise<EgressResponse> {
    const attributes = { 'http.request.method': method, 'server.address': hostOf(url) };
    const name = `${method} ${this.#api.span}`;
    return withSpan({ name, kind: 'client', attributes }, async (span) => {
      const response = await call();
      span.note({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 400) span.note({ 'error.type': String(response.statusCode) });
      return response;
    });
  }
}

function bodyHeaders(upload: Upload | undefined): Record<string, string> {
  if (!upload) return { 'content-type': JSON_TYPE };
  return { 'content-type': upload.contentType, 'content-length': String(upload.length) };
}
