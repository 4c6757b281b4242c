import type { Account, AuditChainBreak, AuditChainReport, Page } from '@estate/contracts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

const ACCOUNTS_AT_ONCE = '100';

/** Checks the chain of hashes of the audit log of one account, or of all. */
export async function verifyAuditLog(context: Context, account: string | undefined): Promise<Report> {
  const found: AuditChainReport[] = [];
  for await (const accountId of account === undefined ? everyAccount(context) : [account])
    found.push(await chainOf(context, accountId));
  const broken = found.filter(({ breaks }) => breaks.length > 0);
  const unchecked = found.filter(({ isChecked }) => !isChecked).map(({ accountId }) => accountId);
  const rows = broken.flatMap(({ accountId, breaks }) =>
    breaks.map(({ number, entryId, at, flaw }) => [accountId, number, at, entryId, MEANINGS[flaw]]),
  );
  const entries = found.reduce((sum, one) => sum + one.entries, 0);
  const checked = `${String(entries)} entries of ${String(found.length - unchecked.length)} accounts were checked.`;
  const text = [
    broken.length === 0
      ? `The audit log is complete. ${checked}`
      : `${table(HEADINGS, rows, '')}\n${ADVICE} ${checked}`,
    ...(unchecked.length > 0 ? [`Not checked, because they are being closed: ${unchecked.join(' ')}`] : []),
  ].join('\n');
  return { json: { data: found }, ok: broken.length === 0, text };
}

const HEADINGS = ['account', 'number', 'time', 'entry', 'problem'];
const ADVICE =
  'Only an access to the database removes or changes entries. Find out who did it; a backup contains the original entries.';

const MEANINGS: Record<AuditChainBreak['flaw'], string> = {
  changed: 'the entry was changed',
  previous_missing: 'the entry before it was removed',
  previous_changed: 'the entry before it was replaced',
  newest_missing: 'the newest entry was removed',
};

async function* everyAccount({ api }: Context): AsyncGenerator<string> {
  for (let startAfter: string | undefined; ;) {
    const { data, hasMore } = await api.get<Page<Account>>('/admin/accounts', {
      limit: ACCOUNTS_AT_ONCE,
      startAfter,
    });
    for (const { id } of data) yield id;
    startAfter = data.at(-1)?.id;
    if (!hasMore) return;
  }
}

async function chainOf({ api, progress }: Context, accountId: string): Promise<AuditChainReport> {
  const check = (after?: number) =>
    api.get<AuditChainReport>('/admin/audit-log/check', {
      accountId,
      ...(after !== undefined && { after: String(after) }),
    });
  const whole = await check();
  for (let { next } = whole; next !== undefined;) {
    progress(`${accountId}: ${String(whole.entries)} entries`);
    const portion = await check(next);
    whole.entries += portion.entries;
    whole.breaks.push(...portion.breaks);
    ({ next } = portion);
  }
  const { next: _last, ...report } = whole;
  return report;
}
