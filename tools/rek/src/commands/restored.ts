import type { RestoreReport, UnknownObject, Page } from '@estate/contracts';
import { UsageError } from '../errors.ts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import { moreHint, pageQuery } from './context.ts';
import type { Context, ListOptions } from './context.ts';
import { timeOf } from './retell.ts';

const PAGE = '100';

const BY_HAND = `The services cannot restore the changes of the lost period. Manual steps:
- Repeat erasures and revocations of that period: erasures of persons, API keys, users, closed accounts.
- Emails that were received by SMTP in that period are lost. Emails in IMAP mailboxes are read again.
- Imports that were accepted in that period are done again, as the importer reports. Ask the customers of those that fail with
  package_lost for a full transfer; with packages in GridFS, all customers of the importer.
- Ask the customers to repeat what they created, changed or deleted in that period.
- List objects without a listing: rek unknown list`;

/** Lists the restored backups that the services know; with a time, the services run the steps for a restore of a backup from then. */
export async function settleRestored({ api }: Context, options: { since?: string }): Promise<Report> {
  const report =
    options.since === undefined
      ? await api.get<RestoreReport>('/admin/restores')
      : await api.post<RestoreReport>('/admin/restores', { lostSince: timeOf(options.since) });
  const rows = report.data.map(({ service, noticedAt, lostSince, lostUntil, isCertain, isSettled }) => [
    ...[service, noticedAt, lostSince, lostUntil],
    isCertain ? 'yes' : 'not certain',
    isSettled ? 'settled' : 'under way',
  ]);
  const headings = ['service', 'noticed', 'lost since', 'until', 'restored', 'state'];
  const drawn = table(headings, rows, 'No service has detected a restored backup.');
  const away = report.away.length > 0 ? `\nNo response from: ${report.away.join(', ')} (rek doctor)` : '';
  const found = report.data
    .map(({ service, outcome }) => (outcome === undefined ? '' : `\n${service}: ${outcome}`))
    .join('');
  const byHand = report.data.length > 0 ? `\n\n${BY_HAND}` : '';
  return { json: report, ok: report.away.length === 0, text: `${drawn}${away}${found}${byHand}` };
}

/** Lists the objects on platforms without a listing. */
export async function listUnknown({ api }: Context, options: ListOptions): Promise<Report> {
  const page = await api.get<Page<UnknownObject>>('/admin/unknown-objects', pageQuery(options));
  const rows = page.data.map(({ id, accountId, targetId, externalId, publishedAt }) => [
    ...[id, accountId, targetId, externalId ?? ''],
    publishedAt,
  ]);
  const headings = ['object', 'account', 'target', 'external id', 'published'];
  return {
    json: page,
    ok: page.data.length === 0,
    text: table(headings, rows, 'There are no unknown objects.') + moreHint(page),
  };
}

/** Takes down one such object, or all. */
export async function takeDownUnknown(
  { api, progress }: Context,
  object: string | undefined,
  options: { all?: boolean },
): Promise<Report> {
  if ((object === undefined) === (options.all !== true))
    throw new UsageError('Name one object, or use --all.');
  const ids = object === undefined ? await everyUnknown(api) : [object];
  const taken: UnknownObject[] = [];
  for (const id of ids) {
    taken.push(await api.post<UnknownObject>(`/admin/unknown-objects/${encodeURIComponent(id)}/take-down`));
    progress(`${String(taken.length)} objects`);
  }
  const rows = taken.map(({ id, targetId, externalId }) => [id, targetId, externalId ?? '']);
  const drawn = table(['object', 'target', 'external id'], rows, 'There are no unknown objects.');
  const note = taken.length > 0 ? '\nThey are taken down within seconds. To check: rek violations' : '';
  return { json: { taken }, text: drawn + note };
}

async function everyUnknown(api: Context['api']): Promise<string[]> {
  const ids: string[] = [];
  for (let startAfter: string | undefined; ;) {
    const page = await api.get<Page<UnknownObject>>('/admin/unknown-objects', { limit: PAGE, startAfter });
    ids.push(...page.data.map(({ id }) => id));
    startAfter = ids.at(-1);
    if (!page.hasMore) return ids;
  }
}
