import { listNotifierViolations } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The promises of the notifier that are broken right now. */
export const listViolationsRoute = ({ auditor }: Pick<Deps, 'auditor'>) =>
  answer(listNotifierViolations, async () => ({ data: await auditor.violations() }));
