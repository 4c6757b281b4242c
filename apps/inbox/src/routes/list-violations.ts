import { listInboxViolations } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The invariants of the inbox that are violated right now. */
export const listViolations = ({ auditor }: Pick<Deps, 'auditor'>) =>
  answer(listInboxViolations, async () => ({ data: await auditor.violations() }));
