import type { Account, ApiKey, NewApiKey, Page } from '@estate/contracts';
import { details, table } from '../report.ts';
import type { Report } from '../report.ts';
import { moreHint, pageQuery } from './context.ts';
import type { Context, ListOptions } from './context.ts';

export async function listAccounts({ api }: Context, options: ListOptions): Promise<Report> {
  const page = await api.get<Page<Account>>('/admin/accounts', pageQuery(options));
  const rows = page.data.map(({ id, name, createdAt }) => [id, name, createdAt]);
  return {
    json: page,
    text: table(['account', 'name', 'opened'], rows, 'There are no accounts.') + moreHint(page),
  };
}

/** Opens an account; its first key is shown only once. */
export async function openAccount({ api }: Context, name: string): Promise<Report> {
  const made = await api.post<Account & { apiKey: NewApiKey }>('/admin/accounts', { name });
  const text = details({ account: made.id, name: made.name, 'API key': made.apiKey.key });
  return { json: made, text: `${text}\n${SHOWN_ONCE}` };
}

export async function listKeys({ api }: Context, account: string, options: ListOptions): Promise<Report> {
  const page = await api.get<Page<ApiKey>>(keysOf(account), pageQuery(options));
  const rows = page.data.map((key) => [
    key.id,
    key.name,
    `${key.prefix}…${key.lastFour}`,
    key.scopes.join(', '),
    key.lastUsedAt ?? 'never',
    key.expiresAt ?? '',
  ]);
  const headings = ['key', 'name', 'shown as', 'scopes', 'last used', 'expires'];
  return { json: page, text: table(headings, rows, 'The account has no keys.') + moreHint(page) };
}

export interface KeyWish {
  name?: string;
  readOnly?: boolean;
  expires?: string;
}

export async function createKey({ api }: Context, account: string, wish: KeyWish): Promise<Report> {
  const made = await api.post<NewApiKey>(keysOf(account), {
    ...(wish.name !== undefined && { name: wish.name }),
    ...(wish.readOnly && { scopes: ['read'] }),
    ...(wish.expires !== undefined && { expiresAt: wish.expires }),
  });
  const text = details({
    key: made.id,
    name: made.name,
    scopes: made.scopes.join(', '),
    'API key': made.key,
  });
  return { json: made, text: `${text}\n${SHOWN_ONCE}` };
}

export async function revokeKey({ api }: Context, account: string, key: string): Promise<Report> {
  const path = `${keysOf(account)}/${encodeURIComponent(key)}/revoke`;
  const revoked = await api.post<ApiKey>(path);
  return {
    json: revoked,
    text: `${revoked.prefix}…${revoked.lastFour} (${revoked.name}) stops working within five seconds.`,
  };
}

const SHOWN_ONCE = 'The key is not shown again.';
const keysOf = (account: string): string => `/admin/accounts/${encodeURIComponent(account)}/api-keys`;
