import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomFillSync } from 'node:crypto';

/** What ties the log lines and messages of one request together; `traceparent` as in W3C Trace Context. */
export interface Trace {
  requestId: string;
  traceparent: string;
}

const storage = new AsyncLocalStorage<Trace>();
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-0[01]$/;
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/;

export const currentTrace = (): Trace | undefined => storage.getStore();

/** Whether a caller's request id may be taken over. */
export const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && REQUEST_ID.test(value);

export const newRequestId = (): string => `req-${randomHex(12)}`;

/** Runs something as a child span of the given trace, or as the root of a new one. */
export function withTrace<T>(trace: { requestId?: string; traceparent?: string }, run: () => T): T {
  const traceId = TRACEPARENT.exec(trace.traceparent ?? '')?.[1] ?? randomHex(16);
  const child = {
    requestId: trace.requestId ?? newRequestId(),
    traceparent: `00-${traceId}-${randomHex(8)}-01`,
  };
  return storage.run(child, run);
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
