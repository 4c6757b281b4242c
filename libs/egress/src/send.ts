import type { Dispatcher } from 'undici';
import { startDeadline } from './deadline.ts';
import { abandon, exchange } from './exchange.ts';
import type { Journey } from './exchange.ts';
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
  /** Takes an answer whose head is complete although its body broke off; `broken` says why. */
  keepBroken?: boolean;
  /** Told once how the exchange went, also when it failed. */
  onEnd?: (trace: ExchangeTrace) => void;
  signal?: AbortSignal;
}

/** What the parts of an exchange took, in milliseconds; those that were not reached or not needed are missing. */
export interface ExchangeTrace {
  /** Where the connection leads. */
  address?: string;
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  /** From the standing connection to the head of the answer. */
  firstByteMs?: number;
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
  broken?: unknown;
  durationMs: number;
  /** Where the connection leads. */
  address?: string;
}

/** Sends one request and keeps the beginning of the answer; any status is an answer and no redirect is followed. */
export async function send(agent: GuardedAgent, request: EgressRequest): Promise<EgressResponse> {
  const { timeoutMs, maxBodyBytes, keepBroken = false, onEnd, ...wanted } = request;
  const journey: Journey = { repeated: false };
  const startedMs = performance.now();
  let headMs: number | undefined;
  const deadline = startDeadline(timeoutMs, request.signal);
  try {
    const { signal } = deadline;
    const { response } = await exchange(agent, { ...wanted, headers: wanted.headers ?? {}, signal }, journey);
    headMs = performance.now();
    const kept = await readBeginning(response.body, maxBodyBytes);
    if ('broken' in kept && signal.aborted) kept.broken = signal.reason;
    if ('broken' in kept && !keepBroken) throw kept.broken;
    const address = journey.connection?.dial?.address;
    return {
      statusCode: response.statusCode,
      headers: response.headers,
      ...kept,
      durationMs: performance.now() - startedMs,
      ...(address !== undefined && { address }),
    };
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    deadline.end();
    onEnd?.(traceOf(journey, startedMs, headMs));
  }
}

/** The parts of a dial count for the exchange that caused it only. */
function traceOf(journey: Journey, startedMs: number, headMs: number | undefined): ExchangeTrace {
  const dial = journey.connection?.dial;
  const own = dial && dial.startedMs >= startedMs ? dial : undefined;
  const sentMs = own ? own.readyMs : startedMs;
  return {
    ...(dial?.address !== undefined && { address: dial.address }),
    ...(own?.dnsMs !== undefined && { dnsMs: own.dnsMs }),
    ...(own?.connectMs !== undefined && { connectMs: own.connectMs }),
    ...(own?.tlsMs !== undefined && { tlsMs: own.tlsMs }),
    ...(headMs !== undefined && sentMs !== undefined && { firstByteMs: headMs - sentMs }),
    durationMs: performance.now() - startedMs,
    repeated: journey.repeated,
  };
}

/** Whatever ends the body early leaves what came before. */
async function readBeginning(
  stream: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<{ body: Buffer; truncated: boolean; broken?: unknown }> {
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
  } catch (broken) {
    return { body: Buffer.concat(chunks), truncated: true, broken };
  }
  return { body: Buffer.concat(chunks), truncated: false };
}
