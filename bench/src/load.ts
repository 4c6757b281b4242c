import autocannon from 'autocannon';

/** What one round of requests came to. */
export interface Load {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface LoadOptions {
  url: string;
  seconds: number;
  method: 'GET' | 'POST';
  body?: string;
  key?: string;
}

const CONNECTIONS = 32;

/** Sends requests over 32 connections for some seconds. @throws Error when an answer is not a 2xx */
export async function load({ url, seconds, method, body, key }: LoadOptions): Promise<Load> {
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
