import { usePermissions } from '../../api/rights.ts';

/** True if the session may see the audit log of the account. */
export const useMaySeeAuditLog = (): boolean => usePermissions().includes('manage');
