import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { matching } from './parts.ts';

/** Allows at most one replica to be evicted at a time. */
export const budget = (app: string): IPodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: app },
  spec: { maxUnavailable: 1, selector: matching(app) },
});
