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
import { found } from '@estate/errors';
import { createOnce } from '@estate/persistence';
import { z } from 'zod';
import { createApiKey } from '../access/create-api-key.ts';
import { mintApiKey } from '../access/mint-api-key.ts';
import { toAccount } from '../domain/account.ts';
import { toApiKey, toApiKeys } from '../domain/api-key.ts';
import { own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

const access = 'operator' as const;
const id = z.string();
const keyById = z.strictObject({ id, keyId: z.string() });
const ACCOUNTS = '/admin/accounts';
const KEYS = `${ACCOUNTS}/{id}/api-keys` as const;

/** Accounts and their keys, for the operator. */
export const adminAccountRoutes: ApiRoute[] = [
  own(`POST ${ACCOUNTS}`, {
    summary: 'Open an account',
    status: 201,
    access,
    versioned: false,
    input: AccountInput,
    output: NewAccount,
    run: async ({ name }, { reservedId }, { accounts, apiKeys, newId, clock }) => {
      const now = clock();
      const account = await createOnce(reservedId, {
        newId,
        find: (known) => accounts.find(known),
        create: (accountId) => accounts.insert({ id: accountId, name, createdAt: now, updatedAt: now }),
      });
      // The first key has the id of its account, so that a retry finds it, too.
      const about = { id: account.id, accountId: account.id, now };
      const { stored, shown } = mintApiKey({ name: 'first key' }, about);
      await apiKeys.put(stored);
      return { ...toAccount(account), apiKey: shown };
    },
  }),
  own(`GET ${ACCOUNTS}`, {
    summary: 'List accounts',
    access,
    input: ListQuery,
    output: pageOf(Account),
    run: async (query, _call, { accounts }) => {
      const { hasMore, data } = await accounts.list(query);
      return { hasMore, data: data.map(toAccount) };
    },
  }),
  own(`GET ${ACCOUNTS}/{id}`, {
    summary: 'Get an account',
    access,
    errors: ['account-not-found'],
    input: z.strictObject({ id }),
    output: Account,
    run: async (of, _call, { accounts }) => toAccount(await accounts.get(of.id)),
  }),
  own(`POST ${KEYS}`, {
    summary: 'Create an API key for an account',
    status: 201,
    access,
    versioned: false,
    errors: ['account-not-found'],
    input: ApiKeyInput.extend({ id }),
    output: NewApiKey,
    run: async ({ id: accountId, ...wish }, call, deps) => {
      await deps.accounts.get(accountId);
      return createApiKey(wish, { ...call, accountId }, deps);
    },
  }),
  own(`GET ${KEYS}`, {
    summary: 'List the API keys of an account',
    access,
    errors: ['account-not-found'],
    input: ListQuery.extend({ id }),
    output: pageOf(ApiKey),
    run: async ({ id: accountId, ...query }, _call, { accounts, apiKeys }) => {
      await accounts.get(accountId);
      return toApiKeys(await apiKeys.list(accountId, query));
    },
  }),
];

/** One key of an account, for the operator. */
export const adminKeyRoutes: ApiRoute[] = [
  own(`GET ${KEYS}/{keyId}`, {
    summary: 'Get an API key of an account',
    access,
    errors: ['api-key-not-found'],
    input: keyById,
    output: ApiKey,
    run: async (of, _call, { apiKeys }) => toApiKey(await apiKeys.get(of.id, of.keyId)),
  }),
  own(`POST ${KEYS}/{keyId}/revoke`, {
    summary: 'Revoke an API key of an account',
    description:
      'The key stops working within five seconds. Unlike customers, the operator can also revoke the last key.',
    access,
    errors: ['api-key-not-found'],
    input: keyById,
    output: ApiKey,
    run: async (of, _call, { apiKeys }) =>
      toApiKey(found(await apiKeys.remove({ accountId: of.id, id: of.keyId }), 'API key', of.keyId)),
  }),
];
