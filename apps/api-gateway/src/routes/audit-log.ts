import { AuditChainQuery, AuditChainReport, AuditEntry, AuditLogQuery, pageOf } from '@estate/contracts';
import type { AuditLogQuery as Query, Page } from '@estate/contracts';
import { readable } from '@estate/messaging';
import { z } from 'zod';
import { toAuditEntry } from '../domain/audit-entry.ts';
import type { Deps, GatewayRoute } from '../deps.ts';
import { own } from '../edge/routing/api-route.ts';

const output = pageOf(AuditEntry);
const DESCRIPTION =
  'Actions and who did them: creation and changes of API keys, users, settings, contacts, targets, webhooks and import sources, imports, deletions, sign-ins, and the actions and views of the operator. Who created or changed a property or a listing is in its timeline. Entries are kept for 365 days.';

async function entriesOf(
  accountId: string | undefined,
  query: Query,
  { auditEntries }: Pick<Deps, 'auditEntries'>,
): Promise<Page<AuditEntry>> {
  const { hasMore, data } = await auditEntries.list(accountId, query);
  return { hasMore, data: data.map(readable(toAuditEntry)) };
}

/** Routes of the audit log, for the account and for the operator. */
export const auditLogRoutes: GatewayRoute[] = [
  own('GET /audit-log', {
    summary: 'List the audit log',
    description: DESCRIPTION,
    access: 'manage',
    input: AuditLogQuery,
    output,
    run: (query, { accountId }, deps) => entriesOf(accountId, query, deps),
  }),
  own('GET /admin/audit-log', {
    operationId: 'listFullAuditLog',
    summary: 'List the audit log of all accounts',
    description: 'Includes entries that belong to no account.',
    access: 'operator',
    input: AuditLogQuery,
    output,
    run: (query, _call, deps) => entriesOf(undefined, query, deps),
  }),
  own('GET /admin/accounts/{id}/audit-log', {
    summary: 'List the audit log of an account',
    access: 'operator',
    audit: 'account.looked_at',
    errors: ['account-not-found'],
    input: AuditLogQuery.extend({ id: z.string() }),
    output,
    run: async ({ id, ...query }, _call, deps) => {
      await deps.accounts.get(id);
      return entriesOf(id, query, deps);
    },
  }),
  own('GET /admin/audit-log/check', {
    operationId: 'getAuditLogCheck',
    summary: 'Check the audit log of an account',
    description:
      'Compares a portion of the entries with their chain of hashes and lists removed and changed entries. It shows no content of the entries.',
    access: 'operator',
    versioned: false,
    errors: ['account-not-found'],
    input: AuditChainQuery,
    output: AuditChainReport,
    run: async ({ accountId, after }, _call, { accounts, auditChains, clock }) => {
      await accounts.get(accountId);
      return auditChains.check(accountId, after, clock());
    },
  }),
];
