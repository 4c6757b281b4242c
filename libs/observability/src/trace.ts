import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomFillSync } from 'node:crypto';
import type { Actor } from '@estate/contracts';
import { NO_SPAN, errorType } from './span.ts';
import type { OpenSpan, Recorder, Span, SpanAbout } from './span.ts';

/** The context that connects the log lines and messages of one request; `traceparent` as in W3C Trace Context. */
export interface Trace {
  requestId: string;
  traceparent: string;
  /** The originator of the call that everything in the trace belongs to. */
  actor?: Actor;
}

/** The start or continuation of a trace in this process: for a request, a message or a stored document. */
export interface TraceStart {
  requestId?: string;
  traceparent?: string | undefined;
  actor?: Actor | undefined;
  /** The description of the step for tracing; without it the steps inside belong to the given step. */
  span?: SpanAbout;
}

const storage = new AsyncLocalStorage<Trace>();
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])$/;
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/;
let recorder: Recorder | undefined;

/** Sets the destination of recorded steps; undefined for none. */
export function recordWith(next: Recorder | undefined): void {
  recorder = next;
}

/** The part of a trace that is stored in documents and messages, for their later effects. */
export interface KeptTrace {
  requestId: string;
  traceparent?: string;
  actor?: Actor;
}

/** The current trace with the request id of a caller. */
export function traceOf({ requestId }: { requestId: string }): KeptTrace {
  const trace = currentTrace();
  return {
    requestId,
    ...(trace && { traceparent: trace.traceparent }),
    ...(trace?.actor && { actor: trace.actor }),
  };
}

/** Runs a function in the current trace, with the actor that is now known. */
export function withActor<T>(actor: Actor, run: () => T): T {
  const trace = storage.getStore();
  if (!trace) throw new Error('an actor belongs to a trace');
  return storage.run({ ...trace, actor }, run);
}

export const currentTrace = (): Trace | undefined => storage.getStore();

/** The parts of a traceparent; undefined for an invalid one. */
export function parseTraceparent(
  traceparent: string | undefined,
): { traceId: string; spanId: string; flags: string } | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, flags };
}

/** True if a caller's request id may be adopted. */
export const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && REQUEST_ID.test(value);

export const newRequestId = (): string => `req-${randomHex(12)}`;

/** Runs a function as a child of the given trace, or as the root of a new one. */
export function withTrace<T>(start: TraceStart, run: (span: Span) => T): T {
  const { requestId = newRequestId(), traceparent, actor, span } = start;
  const known = { requestId, ...(actor && { actor }) };
  if (recorder && span) return recorded(recorder.begin(span, traceparent), known, run);
  const parent = parseTraceparent(traceparent);
  const continued = recorder && parent ? traceparent : undefined;
  const { traceId, flags } = parent ?? { traceId: randomHex(16), flags: '01' };
  const child = { ...known, traceparent: continued ?? `00-${traceId}-${randomHex(8)}-${flags}` };
  return storage.run(child, () => run(NO_SPAN));
}

/** Runs a function as a step of the current trace, or of the given one. Without recording, or without a trace, it just runs. */
export function withSpan<T>({ of, ...about }: SpanAbout & { of?: KeptTrace }, run: (span: Span) => T): T {
  if (!recorder) return run(NO_SPAN);
  const parent = of ?? storage.getStore();
  if (parent?.traceparent === undefined) return run(NO_SPAN);
  const { requestId, actor } = parent;
  return recorded(recorder.begin(about, parent.traceparent), { requestId, ...(actor && { actor }) }, run);
}

function recorded<T>(open: OpenSpan, known: Omit<Trace, 'traceparent'>, run: (span: Span) => T): T {
  const failed = (error: unknown): never => {
    open.fail(errorType(error));
    open.end();
    throw error;
  };
  const ended = <R>(result: R): R => {
    open.end();
    return result;
  };
  return storage.run({ ...known, traceparent: open.traceparent }, () => {
    let result: T;
    try {
      result = run(open);
    } catch (error) {
      return failed(error);
    }
    return result instanceof Promise ? (result.then(ended, failed) as T) : ended(result);
  });
}

const POOL_SIZE = 4096;
const pool = randomBytes(POOL_SIZE);
let used = 0;

/** Hexadecimal text of `bytes` random bytes, drawn in bulk: one system call for a hundred requests. */
function randomHex(bytes: number): string {
  if (used + bytes > POOL_SIZE) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
