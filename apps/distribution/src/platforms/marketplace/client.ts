import { classifyNetworkError, send } from '@estate/egress';
import type { EgressRequest, EgressResponse } from '@estate/egress';
import { hostOf, withSpan } from '@estate/observability';
import { hasStaleNonce, isReadable, isSuccess, readAnswer } from './answer.ts';
import type { MarketplaceAnswer } from './answer.ts';
import { networkFailed, rateLimited, refusalOf, unreadable } from './failures.ts';
import type { Subject } from './subject.ts';
import { FileBroken } from './multipart.ts';
import type { Upload } from './multipart.ts';
import { authorizationHeader } from './oauth/authorization-header.ts';
import type { Signer } from './oauth/authorization-header.ts';
import type { MarketplaceProfile } from './profile.ts';
import { redactor } from './redact.ts';
import type { Redact } from './redact.ts';
import type { MarketplaceTools } from './tools.ts';

interface ClientOptions extends Pick<MarketplaceTools, 'agent' | 'fresh' | 'gate' | 'timeoutMs'> {
  profile: MarketplaceProfile;
  signer: Required<Signer>;
}

interface Call {
  method: EgressRequest['method'];
  /** After the prefix of the interface, with its query. */
  path: string;
  subject: Subject;
  json?: unknown;
  upload?: Upload;
  /** Statuses beside 2xx that are an answer and not a failure. */
  expected?: (answer: MarketplaceAnswer) => boolean;
  signal: AbortSignal;
}

const PREFIX = '/api/offer/v1.0';
const JSON_TYPE = 'application/json;charset=UTF-8';
const TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 16;
const MAX_BYTES = 2_000_000;

/** Makes a call for the publication that is under way. */
export type MakeCall = (call: Omit<Call, 'signal'>) => Promise<MarketplaceAnswer>;

/** Signed calls on behalf of one end user. */
export class MarketplaceClient {
  readonly #options: ClientOptions;
  readonly #redact: Redact;

  constructor(options: ClientOptions) {
    const { consumer, token } = options.signer;
    this.#options = options;
    this.#redact = redactor([consumer.secret, token.token, token.secret]);
  }

  /** The answer of a 2xx, or of a status that was expected. @throws CallFailed for every other, and where none came */
  async call(call: Call): Promise<MarketplaceAnswer> {
    const { expected, method, subject } = call;
    const first = await this.#attempt(call);
    // A nonce that was seen before, or a clock that is off by a little, says nothing about the grant.
    const answer = hasStaleNonce(first) ? await this.#attempt(call) : first;
    if (isSuccess(answer)) {
      if (isReadable(answer, method)) return answer;
      throw unreadable(answer, subject);
    }
    if (expected?.(answer) === true) return answer;
    throw refusalOf(answer, subject);
  }

  async #attempt(call: Call): Promise<MarketplaceAnswer> {
    const { gate, profile, signer } = this.#options;
    const { key } = signer.consumer;
    const waitMs = gate.waitMs(key);
    if (waitMs > 0) throw rateLimited(waitMs);
    const response = await this.#send(call);
    const pauseMs = gate.note(key, response.statusCode, response.headers);
    if (response.statusCode === 429) throw rateLimited(pauseMs);
    return readAnswer(response, { traceHeader: profile.traceHeader, redact: this.#redact });
  }

  async #send({ method, path, json, upload, signal }: Call) {
    const { agent, fresh, profile, signer, timeoutMs = TIMEOUT_MS } = this.#options;
    const url = `${profile.apiUrl}${PREFIX}${path}`;
    const authorization = authorizationHeader({ method, url }, signer, fresh);
    try {
      return await recorded(method, url, () =>
        send(agent, {
          method,
          url,
          headers: { accept: JSON_TYPE, authorization, ...bodyHeaders(upload) },
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
      if (error instanceof FileBroken) throw error;
      throw networkFailed(classifyNetworkError(error));
    }
  }
}

function recorded(method: string, url: string, call: () => Promise<EgressResponse>): Promise<EgressResponse> {
  const attributes = { 'http.request.method': method, 'server.address': hostOf(url) };
  return withSpan({ name: `${method} marketplace`, kind: 'client', attributes }, async (span) => {
    const response = await call();
    span.note({ 'http.response.status_code': response.statusCode });
    if (response.statusCode >= 400) span.note({ 'error.type': String(response.statusCode) });
    return response;
  });
}

function bodyHeaders(upload: Upload | undefined): Record<string, string> {
  if (!upload) return { 'content-type': JSON_TYPE };
  return { 'content-type': upload.contentType, 'content-length': String(upload.length) };
}
