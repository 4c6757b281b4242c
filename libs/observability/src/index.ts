export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { createMetrics } from './metrics.ts';
export type { Metrics } from './metrics.ts';
export { currentTrace, isRequestId, newRequestId, withTrace } from './trace.ts';
export type { Trace } from './trace.ts';
