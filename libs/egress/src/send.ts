import type { Dispatcher } from 'undici';
import { startDeadline } from './deadline.ts';
import type { Dial } from './dial.ts';
import { abandon, exchange } from './exchange.ts';
import type { RawRequest, Journey } from './exchange.ts';
import type { GuardedAgent } from './guarded-agent.ts';

export interface EgressRequest {
  url: string;
  method: RawRequest['method'];
  headers?: Record<string, string>;
  /** A function makes a stream, again for each try; its length belongs into the headers. */
  body?: RawRequest['body'];
  /** It must not be done twice, so it is not sent again on another connection. */
  once?: boolean;
  /** For everything from name resolution to the last byte of the answer. */
  timeoutMs: number;
  /** How much of the answer is kept; the rest is not read. */
  maxBodyBytes: number;
  /** Accepts a response whose head is complete even if its body broke off; `broken` contains the reason. */
  keepBroken?: boolean;
  /** Called once with the course of the exchange, also when it failed. */
  onEnd?: (trace: ExchangeTrace) => void;
  signal?: AbortSignal;
}

/** What the parts of an exchange took, in milliseconds; undefined where they were not reached or not needed. */
export interface ExchangeTrace {
  /** Where the connection leads. */
  address: string | undefined;
  dnsMs: number | undefined;
  connectMs: number | undefined;
  tlsMs: number | undefined;
  /** From the standing connection to the head of the answer. */
  firstByteMs: number | undefined;
  durationMs: number;
  /** The request was sent again at once because a kept connection had been closed. */
  repeated: boolean;
}

export interface EgressResponse {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  /** As received, never decompressed. */
  body: Buffer;
  truncated: boolean;
  /** Why the body is not whole, where that was asked for. */
  broken?: Error;
  durationMs: number;
  /** Where the connection leads. */
  address?: string;
}

/** Sends one request and keeps the beginning of the answer; any status is an answer and no redirect is followed. */
export async function send(agent: GuardedAgent, request: EgressRequest): Promise<EgressResponse> {
  const course: Course = { startedMs: performance.now(), repeated: false };
  const deadline = startDeadline(request.timeoutMs, request.signal);
  try {
    return await answerTo(agent, request, { course, signal: deadline.signal });
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    deadline.end();
    request.onEnd?.(traceOf(course));
  }
}

interface Course extends Journey {
  startedMs: number;
  /** When the head of the answer was there. */
  headMs?: number;
}

async function answerTo(
  agent: GuardedAgent,
  { url, method, headers = {}, body, once, maxBodyBytes, keepBroken }: EgressRequest,
  { course, signal }: { course: Course; signal: AbortSignal },
): Promise<EgressResponse> {
  const { response } = await exchange(agent, { url, method, headers, body, once, signal }, course);
  course.headMs = performance.now();
  const kept = await readBeginning(response.body, maxBodyBytes);
  if (kept.broken !== undefined && keepBroken !== true) throw kept.broken;
  if (kept.broken !== undefined && signal.aborted) kept.broken = signal.reason as Error;
  const address = course.connection?.dial?.address;
  return {
    statusCode: response.statusCode,
    headers: response.headers,
    ...kept,
    durationMs: performance.now() - course.startedMs,
    ...(address !== undefined && { address }),
  };
}

/** The parts of a dial count for the exchange that caused it only. */
function traceOf({ connection, startedMs, headMs, repeated }: Course): ExchangeTrace {
  const dial = connection?.dial;
  const caused = dial !== undefined && dial.startedMs >= startedMs;
  const own = caused ? dial : { readyMs: startedMs };
  const { dnsMs, connectMs, tlsMs, readyMs }: Partial<Dial> = own;
  const waited = headMs !== undefined && readyMs !== undefined;
  return {
    address: dial?.address,
    dnsMs,
    connectMs,
    tlsMs,
    firstByteMs: waited ? headMs - readyMs : undefined,
    durationMs: performance.now() - startedMs,
    repeated,
  };
}

/** If the body ends early, the bytes received before are kept. */
async function readBeginning(
  stream: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<{ body: Buffer; truncated: boolean; broken?: Error }> {
  const chunks: Buffer[] = [];
  let received = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - received));
      received += chunk.length;
      if (received > maxBytes) {
        abandon(stream);
        return { body: Buffer.concat(chunks), truncated: true };
      }
    }
  } catch (error) {
    const broken =
      error instanceof Error ? error : new Error('The body ended before it was complete.', { cause: error });
    return { body: Buffer.concat(chunks), truncated: true, broken };
  }
  return { body: Buffer.concat(chunks), truncated: false };
}
