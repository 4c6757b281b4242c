import type { Closing, Page, Reapplied } from '@estate/contracts';
import { UsageError } from '../errors.ts';
import { details, table } from '../report.ts';
import type { Report } from '../report.ts';
import { moreHint, pageQuery } from './context.ts';
import type { Context, ListOptions } from './context.ts';

export async function listClosings(
  { api }: Context,
  { state, ...options }: ListOptions & { state?: string },
): Promise<Report> {
  const page = await api.get<Page<Closing>>('/admin/closings', { ...pageQuery(options), state });
  const rows = page.data.map(({ id, accountId, state: is, phase, requestedAt, leftCount }) => [
    ...[id, accountId, phase ?? is, requestedAt, leftCount],
  ]);
  const headings = ['closing', 'account', 'state', 'requested', 'left on platforms'];
  return { json: page, text: table(headings, rows, 'No account is being closed.') + moreHint(page) };
}

export async function showClosing({ api }: Context, id: string): Promise<Report> {
  return report(await api.get<Closing>(`/admin/closings/${encodeURIComponent(id)}`));
}

/** Closes an account. Its id is given twice, because this erases the account. @throws UsageError */
export async function closeAccount(
  { api }: Context,
  account: string,
  { confirm }: { confirm: string },
): Promise<Report> {
  if (confirm !== account) throw new UsageError('--confirm must be the id of the account.');
  return report(await api.delete<Closing>(pathOf(account), { 'confirm-closing': account }));
}

export async function cancelClosing({ api }: Context, account: string): Promise<Report> {
  return report(await api.post<Closing>(`${pathOf(account)}/closing/cancel`));
}

/** Repeats the erasures since the time of a backup that was restored. */
export async function reapplyErasures({ api }: Context, { since }: { since: string }): Promise<Report> {
  const reapplied = await api.post<Reapplied>('/admin/erasures/reapply', { since });
  const { erasures, closings } = reapplied;
  return {
    json: reapplied,
    text: `${String(erasures)} erasures of persons and ${String(closings)} closed accounts are erased again.`,
  };
}

const pathOf = (account: string): string => `/admin/accounts/${encodeURIComponent(account)}`;

function report(closing: Closing): Report {
  const { id, accountId, state, phase, requestedAt, cancellableUntil, takeDownUntil, finishedAt } = closing;
  const erased = Object.entries(closing.erased).filter(([, count]) => count > 0);
  const facts = details({
    ...{ closing: id, account: accountId, state, phase, requested: requestedAt },
    ...{ 'cancellable until': cancellableUntil, 'take down until': takeDownUntil, finished: finishedAt },
    'listings on platforms': closing.remaining.listings,
    erased: erased.map(([kind, count]) => `${String(count)} ${kind}`).join(', ') || undefined,
  });
  const rows = closing.left.map(({ listingId, externalId, targetType, targetName, failureMessage }) => [
    ...[listingId, externalId, targetName ?? targetType, failureMessage],
  ]);
  const left = table(['listing', 'property', 'target', 'why it is left'], rows, '');
  return { json: closing, text: left === '' ? facts : `${facts}\n${left}` };
}
