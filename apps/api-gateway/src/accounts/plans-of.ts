import type { Plans } from '../audit/invariants.ts';
import { closingTimes } from '../config.ts';
import type { GatewayConfig } from '../config.ts';
import { longestClosingStepMs } from './closings/closing-steps.ts';
import { longestStepMs } from './step-worker.ts';
import { longestErasureStepMs } from './erasures/erasure-worker.ts';

/** The maximum time that the work of each queue is planned ahead. */
export const plansOf = (config: GatewayConfig): Plans => ({
  erasuresMs: longestErasureStepMs(config.ERASURE_SETTLE_MS),
  jobsMs: longestStepMs(),
  closingsMs: longestClosingStepMs(closingTimes(config)),
});
