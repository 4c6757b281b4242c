import { z } from 'zod';
import {
  Account,
  AccountInput,
  ApiKey,
  ApiKeyInput,
  ListQuery,
  NewAccount,
  NewApiKey,
  pageOf,
} from '@estate/contracts';
import { toAccount } from '../domain/account.ts';
import { mintApiKey } from '../access/mint-api-key.ts';
import { toApiKey } from '../domain/api-key.ts';
import { own } from './row.ts';
import type { Row } from './row.ts';

const byId = z.strictObject({ id: z.string() });

/** The account of the key, and its keys. */
const customerRows: Row[] = [
  own(
    { method: 'GET', path: '/account', summary: 'Get the account of the key' },
    { input: z.strictObject({}), output: Account },
    async (_input, { accountId }, { accounts }) => toAccount(await accounts.get(accountId)),
  ),
  own(
    { method: 'GET', path: '/account/api-keys', summary: 'List API keys' },
    { input: ListQuery, output: pageOf(ApiKey) },
    async (query, { accountId }, { apiKeys }) => {
      const { hasMore, data } = await apiKeys.list(accountId, query);
      return { hasMore, data: data.map(toApiKey) };
    },
  ),
  own(
    { method: 'POST', path: '/account/api-keys', summary: 'Create an API key', status: 201 },
    { input: ApiKeyInput, output: NewApiKey },
    async (wish, { accountId }, { apiKeys, newId, clock }) => {
      const { stored, shown } = mintApiKey(wish, { id: newId(), accountId, now: clock() });
      await apiKeys.insert(stored);
      return shown;
    },
  ),
  own(
    { method: 'DELETE', path: '/account/api-keys/{id}', summary: 'Revoke an API key' },
    { input: byId, output: ApiKey },
    async ({ id }, { accountId }, { apiKeys }) => toApiKey(await apiKeys.remove(accountId, id)),
  ),
];

/** What only the operator may do. */
const operatorRows: Row[] = [
  own(
    { method: 'POST', path: '/admin/accounts', summary: 'Open an account', status: 201, access: 'operator' },
    { input: AccountInput, output: NewAccount },
    async ({ name }, _caller, { accounts, apiKeys, newId, clock }) => {
      const now = clock();
      const account = { id: newId(), name, createdAt: now, updatedAt: now };
      await accounts.insert(account);
      const { stored, shown } = mintApiKey(
        { name: 'first key' },
        { id: newId(), accountId: account.id, now },
      );
      await apiKeys.insert(stored);
      return { ...toAccount(account), apiKey: shown };
    },
  ),
  own(
    { method: 'GET', path: '/admin/accounts', summary: 'List accounts', access: 'operator' },
    { input: ListQuery, output: pageOf(Account) },
    async (query, _caller, { accounts }) => {
      const { hasMore, data } = await accounts.list(query);
      return { hasMore, data: data.map(toAccount) };
    },
  ),
  own(
    {
      method: 'POST',
      path: '/admin/accounts/{id}/api-keys',
      summary: 'Create an API key for an account',
      status: 201,
      access: 'operator',
    },
    { input: ApiKeyInput.extend({ id: z.string() }), output: NewApiKey },
    async ({ id, ...wish }, _caller, { accounts, apiKeys, newId, clock }) => {
      const account = await accounts.get(id);
      const { stored, shown } = mintApiKey(wish, { id: newId(), accountId: account.id, now: clock() });
      await apiKeys.insert(stored);
      return shown;
    },
  ),
];

export const accountRows: Row[] = [...customerRows, ...operatorRows];
