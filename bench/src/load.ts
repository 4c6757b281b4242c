import autocannon from 'autocannon';
import type { Client } from 'autocannon';

/** What one round of requests came to. */
export interface Load {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface LoadOptions {
  url: string;
  /** Asked for in turn instead of the path of the URL; each connection begins with another one. */
  paths?: readonly string[];
  seconds: number;
  method: 'GET' | 'POST';
  body?: string;
  key?: string;
}

const CONNECTIONS = 32;

function turnsOver(paths: readonly string[]): (client: Client) => void {
  let first = 0;
  return (client) => {
    first += Math.ceil(paths.length / CONNECTIONS);
    client.setRequests(
      [...paths.slice(first % paths.length), ...paths.slice(0, first % paths.length)].map((path) => ({
        path,
      })),
    );
  };
}

/** Sends requests over 32 connections for some seconds. @throws Error when an answer is not a 2xx */
export async function load({ url, paths, seconds, method, body, key }: LoadOptions): Promise<Load> {
  const result = await autocannon({
    url,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    ...(body !== undefined && { body }),
    ...(paths && { setupClient: turnsOver(paths) }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${String(result.non2xx)} refusals, ${String(result.errors)} errors`);
  }
  const requests = result['2xx'];
  return {
    requests,
    perSecond: requests / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
