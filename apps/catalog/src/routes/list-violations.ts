import { listCatalogViolations } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The promises of the catalog that are broken right now. */
export const listViolations = ({ auditor }: Pick<Deps, 'auditor'>) =>
  answer(listCatalogViolations, async () => ({ data: await auditor.violations() }));
