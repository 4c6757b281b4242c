import type { Dispatcher } from 'undici';
import { startDeadline } from './deadline.ts';
import type { Deadline } from './deadline.ts';
import { TooLarge, TooManyRedirects } from './errors.ts';
import { abandon, exchange } from './exchange.ts';
import type { RawResponse } from './exchange.ts';
import type { GuardedAgent } from './guarded-agent.ts';

export interface DownloadRequest {
  url: string;
  headers?: Record<string, string>;
  /** The time limit for all redirects and the whole body, including the time of the reader. */
  timeoutMs: number;
  maxBytes: number;
  maxRedirects: number;
  signal?: AbortSignal;
}

/** A response of any status; its connection is held until the body is read to its end, left early or discarded. */
export interface Download {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  finalUrl: string;
  /** The body, to be read once; throws TooLarge beyond `maxBytes`, or at once if the announced length is larger. */
  body: AsyncIterable<Buffer>;
  discard(): Promise<void>;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const FOR_ONE_ORIGIN = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Fetches with GET and streams the response; the target of every redirect is checked like the first URL. */
export async function download(agent: GuardedAgent, request: DownloadRequest): Promise<Download> {
  const deadline = startDeadline(request.timeoutMs, request.signal);
  try {
    const { url, response } = await follow(agent, request, deadline);
    return {
      statusCode: response.statusCode,
      headers: response.headers,
      finalUrl: url.href,
      body: limited(response, request.maxBytes, deadline),
      discard: () => {
        abandon(response.body);
        deadline.end();
        return Promise.resolve();
      },
    };
  } catch (error) {
    const reason: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    deadline.end();
    throw reason;
  }
}

async function follow(
  agent: GuardedAgent,
  request: DownloadRequest,
  { signal }: Deadline,
): Promise<RawResponse> {
  let url = request.url;
  let headers = request.headers ?? {};
  for (let redirects = 0; redirects <= request.maxRedirects; redirects += 1) {
    const answer = await exchange(agent, { url, method: 'GET', headers, signal });
    const next = redirectTarget(answer);
    if (next === undefined) {
      return answer;
    }
    abandon(answer.response.body);
    headers = next.origin === answer.url.origin ? headers : withoutSecrets(headers);
    url = next.href;
  }
  throw new TooManyRedirects(request.maxRedirects);
}

function redirectTarget({ url, response }: RawResponse): URL | undefined {
  const { location } = response.headers;
  if (
    !REDIRECTS.has(response.statusCode) ||
    typeof location !== 'string' ||
    !URL.canParse(location, url.href)
  ) {
    return undefined;
  }
  return new URL(location, url);
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !FOR_ONE_ORIGIN.has(name.toLowerCase())),
  );
}

async function* limited(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  deadline: Deadline,
): AsyncGenerator<Buffer, void> {
  try {
    if (Number(headers['content-length'] ?? 0) > maxBytes) {
      throw new TooLarge(maxBytes);
    }
    let received = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > maxBytes) {
        throw new TooLarge(maxBytes);
      }
      yield chunk;
    }
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    abandon(body);
    deadline.end();
  }
}
