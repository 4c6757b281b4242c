import type { EdgeDeps } from '../edge/edge-deps.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { AuditLog } from './audit-log/audit-log.ts';

/** The dependencies of the records about calls. */
export interface RecordsDeps extends EdgeDeps {
  auditLog: Pick<AuditLog, 'record' | 'refused'>;
  auditEntries: Pick<Stores['auditEntries'], 'list'>;
  auditChains: Pick<Stores['auditChains'], 'check'>;
  requestLogEntries: Pick<Stores['requestLogEntries'], 'list'>;
}
