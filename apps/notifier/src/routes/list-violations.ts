import { listNotifierViolations } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The invariants of the notifier that are violated right now. */
export const listViolationsRoute = ({ auditor }: Pick<Deps, 'auditor'>) =>
  answer(listNotifierViolations, async () => ({ data: await auditor.violations() }));
