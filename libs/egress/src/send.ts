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
  /** A function that makes a stream for each attempt; its length must be among the headers. */
  body?: RawRequest['body'];
  /** True if it must not be sent twice, so it is not sent again on another connection. */
  once?: boolean;
  /** The time limit from name resolution to the last byte of the response. */
  timeoutMs: number;
  /** The number of bytes of the response that are kept; the rest is not read. */
  maxBodyBytes: number;
  /** Accepts a response whose head is complete even if its body broke off; `broken` contains the reason. */
  keepBroken?: boolean;
  /** Called once with the measurements of the exchange, also after a failure. */
  onEnd?: (trace: ExchangeTrace) => void;
  signal?: AbortSignal;
}

/** The durations of an exchange's parts in milliseconds; undefined for parts that were not reached or not needed. */
export interface ExchangeTrace {
  /** The dialled address. */
  address: string | undefined;
  dnsMs: number | undefined;
  connectMs: number | undefined;
  tlsMs: number | undefined;
  /** From the established connection to the head of the response. */
  firstByteMs: number | undefined;
  durationMs: number;
  /** True if the request was sent again at once because a kept connection had been closed. */
  repeated: boolean;
}

export interface EgressResponse {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body as received, never decompressed. */
  body: Buffer;
  truncated: boolean;
  /** The reason why the body is incomplete, if that was accepted. */
  broken?: Error;
  durationMs: number;
  /** The dialled address. */
  address?: string;
}

/** Sends a request and keeps the beginning of the response; any status is a response, and redirects are not followed. */
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
  /** The time when the head of the response had arrived. */
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

/** The measurements; the parts of a dial count only for the exchange that caused it. */
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

/** Reads the beginning of a body; if it ends early, the received bytes are kept. */
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
