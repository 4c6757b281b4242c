import type { Auditor, Resealing } from '@estate/persistence';
import type { AccountsDeps } from '../accounts/accounts-deps.ts';
import type { Stores } from '../stores/open-stores.ts';

/** The dependencies of routes for operators. */
export interface OperatorDeps extends AccountsDeps, Pick<Stores, 'finder' | 'operatorKeys'> {
  requestLogEntries: Pick<Stores['requestLogEntries'], 'list' | 'since'>;
  auditor: Pick<Auditor, 'repair' | 'rounds' | 'violations'>;
  secrets: { reseal(after?: string): Promise<Resealing> };
}
