import type { Dispatcher } from 'undici';
import { startDeadline } from './deadline.ts';
import { abandon, exchange } from './exchange.ts';
import type { GuardedAgent } from './guarded-agent.ts';

export interface EgressRequest {
  url: string;
  method: 'GET' | 'POST' | 'HEAD';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For everything from name resolution to the last byte of the answer. */
  timeoutMs: number;
  /** How much of the answer is kept; the rest is not read. */
  maxBodyBytes: number;
  signal?: AbortSignal;
}

export interface EgressResponse {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  /** As received, never decompressed. */
  body: Buffer;
  truncated: boolean;
  durationMs: number;
  /** Where the newest connection to this origin leads. */
  address?: string;
}

/** Sends one request and keeps the beginning of the answer; any status is an answer and no redirect is followed. */
export async function send(agent: GuardedAgent, request: EgressRequest): Promise<EgressResponse> {
  const { timeoutMs, maxBodyBytes, ...wanted } = request;
  const startedAt = performance.now();
  const deadline = startDeadline(timeoutMs, request.signal);
  try {
    const { url, response } = await exchange(agent, {
      ...wanted,
      headers: wanted.headers ?? {},
      signal: deadline.signal,
    });
    const kept = await readBeginning(response.body, maxBodyBytes);
    const address = agent.lastDial(url.origin)?.address;
    return {
      statusCode: response.statusCode,
      headers: response.headers,
      ...kept,
      durationMs: performance.now() - startedAt,
      ...(address !== undefined && { address }),
    };
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    deadline.end();
  }
}

async function readBeginning(
  stream: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxBytes - received));
    received += chunk.length;
    if (received > maxBytes) {
      abandon(stream);
      return { body: Buffer.concat(chunks), truncated: true };
    }
  }
  return { body: Buffer.concat(chunks), truncated: false };
}
