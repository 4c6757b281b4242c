import { listDistributionViolations } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The promises of the distribution that are broken right now. */
export const listViolationsRoute = ({ auditor }: Pick<Deps, 'auditor'>) =>
  answer(listDistributionViolations, async () => ({ data: await auditor.violations() }));
