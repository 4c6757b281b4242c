import { usePermissions } from '../../api/rights.ts';

/** Whether the session may see who did what in the account. */
export const useMaySeeAuditLog = (): boolean => usePermissions().includes('manage');
