import { listDistributionViolations } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The invariants of the distribution that are violated right now. */
export const listViolationsRoute = ({ auditor }: Pick<Deps, 'auditor'>) =>
  answer(listDistributionViolations, async () => ({ data: await auditor.violations() }));
