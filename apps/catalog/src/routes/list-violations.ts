import { listCatalogViolations } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The invariants of the catalog that are violated right now. */
export const listViolations = ({ auditor }: Pick<Deps, 'auditor'>) =>
  answer(listCatalogViolations, async () => ({ data: await auditor.violations() }));
