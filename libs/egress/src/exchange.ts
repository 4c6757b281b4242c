import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { requireAllowed } from './check-url.ts';
import { classifyNetworkError } from './classify-network-error.ts';
import type { Connection } from './connections.ts';
import type { GuardedAgent } from './guarded-agent.ts';

export interface RawRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  headers: Record<string, string>;
  body?: string | Buffer | (() => Readable) | undefined;
  /** True if a duplicate is worse than an unknown outcome: the request is never sent again. */
  once?: boolean | undefined;
  signal: AbortSignal;
}

export interface RawResponse {
  url: URL;
  response: Dispatcher.ResponseData;
}

/** The connections of an exchange. */
export interface Journey {
  /** The last used connection. */
  connection?: Connection;
  /** True if a kept connection turned out to be closed and was replaced. */
  repeated: boolean;
}

/**
 * Sends a request and resolves with the head of the response. A kept connection that turns out to be closed is replaced once, unless the
 * request must not be sent twice: the server may have closed it while the request was in transit, which says nothing about the server.
 */
export async function exchange(
  agent: GuardedAgent,
  { url: text, once = false, ...exchange }: RawRequest,
  journey: Journey = { repeated: false },
): Promise<RawResponse> {
  exchange.signal.throwIfAborted();
  const url = requireAllowed(text, agent.policy);
  const connection = agent.take(url.origin);
  journey.connection = connection;
  const dialBefore = connection.dial;
  try {
    return { url, response: await attempt(connection, url, exchange) };
  } catch (error) {
    const wasKept = dialBefore !== undefined && connection.dial === dialBefore;
    if (once || !wasKept || classifyNetworkError(error).code !== 'connection_lost') throw error;
    journey.repeated = true;
    journey.connection = agent.take(url.origin, { fresh: true });
    return { url, response: await attempt(journey.connection, url, exchange) };
  }
}

function attempt(
  { client }: Connection,
  url: URL,
  { method, headers, body, signal }: Omit<RawRequest, 'url' | 'once'>,
): Promise<Dispatcher.ResponseData> {
  const answered = client.request({
    path: `${url.pathname}${url.search}`,
    method,
    headers: { 'accept-encoding': 'identity', ...lowerCased(headers) },
    signal,
    ...(body !== undefined && { body: typeof body === 'function' ? body() : body }),
  });
  return untilAborted(answered, signal);
}

/** Rejects on an abort before a connection is established; the client only handles an abort after that. The request is then never sent. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    const settle = (then: () => void) => {
      signal.removeEventListener('abort', abort);
      then();
    };
    signal.addEventListener('abort', abort, { once: true });
    promise.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject((signal.aborted ? signal.reason : error) as Error)),
    );
  });
}

/** Ends a response whose rest is not needed, together with its connection. */
export function abandon(body: Dispatcher.ResponseData['body']): void {
  // Destroying an unread body raises an error about that alone.
  body.on('error', () => undefined);
  body.destroy();
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
