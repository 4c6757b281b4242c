import { createOnce } from '@estate/persistence';
import { z } from 'zod';
import {
  Account,
  AccountInput,
  ApiKey,
  ApiKeyInput,
  ListQuery,
  NewAccount,
  NewApiKey,
  OwnAccount,
  getConsumerCredentials,
  pageOf,
} from '@estate/contracts';
import { toAccount } from '../domain/account.ts';
import { mintApiKey, requireAllowedWish } from '../access/mint-api-key.ts';
import { revokeApiKey } from '../access/revoke-api-key.ts';
import { toApiKey } from '../domain/api-key.ts';
import { own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

const byId = z.strictObject({ id: z.string() });

/** The account of the key, and its keys. */
const customerRoutes: ApiRoute[] = [
  own(
    { method: 'GET', path: '/account', summary: 'Get the account of the key' },
    { input: z.strictObject({}), output: OwnAccount },
    async (_input, call, { accounts, askTimeoutMs, bus }) => {
      const timeoutMs = askTimeoutMs;
      const [account, consumerCredentials] = await Promise.all([
        accounts.get(call.accountId),
        bus.ask(getConsumerCredentials, {}, call, { timeoutMs }),
      ]);
      return { ...toAccount(account), consumerCredentials };
    },
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
    {
      method: 'POST',
      path: '/account/api-keys',
      summary: 'Create an API key',
      status: 201,
      // Carries the key itself, which is no part of what is shown later.
      versioned: false,
      errors: ['scope-missing'],
    },
    { input: ApiKeyInput, output: NewApiKey },
    async (wish, { accountId, key, reservedId }, { apiKeys, newId, clock }) => {
      const now = clock();
      requireAllowedWish(wish, { now, maker: key });
      const { stored, shown } = mintApiKey(wish, { id: reservedId ?? newId(), accountId, now });
      await apiKeys.put(stored);
      return shown;
    },
  ),
  own(
    {
      method: 'GET',
      path: '/account/api-keys/{id}',
      summary: 'Get an API key',
      errors: ['api-key-not-found'],
    },
    { input: byId, output: ApiKey },
    async ({ id }, { accountId }, { apiKeys }) => toApiKey(await apiKeys.get(accountId, id)),
  ),
  own(
    {
      method: 'DELETE',
      path: '/account/api-keys/{id}',
      summary: 'Revoke an API key',
      description:
        'The key stops working within five seconds. The last key with the scope `write` cannot be revoked; create another one first.',
      errors: ['api-key-not-found', 'last-write-key'],
    },
    { input: byId, output: ApiKey },
    async ({ id }, call, deps) => toApiKey(await revokeApiKey(id, call, deps)),
  ),
];

/** What only the operator may do. */
const operatorRoutes: ApiRoute[] = [
  own(
    {
      method: 'POST',
      path: '/admin/accounts',
      summary: 'Open an account',
      status: 201,
      access: 'operator',
      versioned: false,
    },
    { input: AccountInput, output: NewAccount },
    async ({ name }, { reservedId }, { accounts, apiKeys, newId, clock }) => {
      const now = clock();
      const id = reservedId ?? newId();
      const account = await createOnce(reservedId, {
        newId: () => id,
        find: (known) => accounts.find(known),
        create: () => accounts.insert({ id, name, createdAt: now, updatedAt: now }),
      });
      // The first key has the id of its account, so that opening an account again finds it, too.
      const { stored, shown } = mintApiKey({ name: 'first key' }, { id, accountId: id, now });
      await apiKeys.put(stored);
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
      method: 'GET',
      path: '/admin/accounts/{id}',
      summary: 'Get an account',
      access: 'operator',
      errors: ['account-not-found'],
    },
    { input: byId, output: Account },
    async ({ id }, _call, { accounts }) => toAccount(await accounts.get(id)),
  ),
  own(
    {
      method: 'POST',
      path: '/admin/accounts/{id}/api-keys',
      summary: 'Create an API key for an account',
      status: 201,
      access: 'operator',
      versioned: false,
      errors: ['account-not-found'],
    },
    { input: ApiKeyInput.extend({ id: z.string() }), output: NewApiKey },
    async ({ id, ...wish }, { reservedId }, { accounts, apiKeys, newId, clock }) => {
      const account = await accounts.get(id);
      const now = clock();
      requireAllowedWish(wish, { now });
      const { stored, shown } = mintApiKey(wish, { id: reservedId ?? newId(), accountId: account.id, now });
      await apiKeys.put(stored);
      return shown;
    },
  ),
];

export const accountRoutes: ApiRoute[] = [...customerRoutes, ...operatorRoutes];
