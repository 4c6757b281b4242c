import type { NewOperatorKey, OperatorKey, Page } from '@estate/contracts';
import { details, table } from '../report.ts';
import type { Report } from '../report.ts';
import { moreHint, pageQuery } from './context.ts';
import type { Context, ListOptions } from './context.ts';

const KEYS = '/admin/operator-keys';
const shownAs = ({ prefix, lastFour }: OperatorKey): string => `${prefix}…${lastFour}`;

export async function listOperatorKeys({ api }: Context, options: ListOptions): Promise<Report> {
  const page = await api.get<Page<OperatorKey>>(KEYS, pageQuery(options));
  const rows = page.data.map((key) => [
    key.id,
    key.name,
    shownAs(key),
    key.createdAt,
    key.lastUsedAt ?? 'never',
  ]);
  const headings = ['key', 'name', 'shown as', 'created', 'last used'];
  const none = 'There are no operator keys. The operator token is not listed.';
  return { json: page, text: table(headings, rows, none) + moreHint(page) };
}

export async function createOperatorKey({ api }: Context, name: string): Promise<Report> {
  const made = await api.post<NewOperatorKey>(KEYS, { name });
  const text = details({ key: made.id, name: made.name, 'operator key': made.key });
  return { json: made, text: `${text}\nThe key is not shown again.` };
}

export async function revokeOperatorKey({ api }: Context, key: string): Promise<Report> {
  const revoked = await api.delete<OperatorKey>(`${KEYS}/${encodeURIComponent(key)}`);
  return {
    json: revoked,
    text: `${shownAs(revoked)} (${revoked.name}) stops working within five seconds.`,
  };
}
