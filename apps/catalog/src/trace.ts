import type { Caller } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import type { RequestTrace } from './stores/property-document.ts';

/** What is kept of a request for the messages that it causes later. */
export function traceOf({ requestId }: Caller): RequestTrace {
  const trace = currentTrace();
  return { requestId, ...(trace && { traceparent: trace.traceparent }) };
}
