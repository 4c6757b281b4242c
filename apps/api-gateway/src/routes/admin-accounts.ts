import {
  Account,
  AccountEmail,
  AccountEmailInput,
  AccountInput,
  AccountWithEmail,
  ApiKey,
  ApiKeyInput,
  ListQuery,
  NewAccount,
  NewApiKey,
  getAccountEmail,
  pageOf,
  setAccountEmail,
} from '@estate/contracts';
import { found } from '@estate/errors';
import { readable } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { z } from 'zod';
import { createApiKey } from '../accounts/keys/create-api-key.ts';
import { mintApiKey } from '../accounts/keys/mint-api-key.ts';
import { toAccount } from '../domain/account.ts';
import { toApiKeys } from '../accounts/keys/to-api-keys.ts';
import { toApiKey } from '../domain/api-key.ts';
import { own } from '../edge/routing/api-route.ts';
import type { Deps, GatewayRoute } from '../deps.ts';
import type { Call } from '../edge/routing/call.ts';

const access = 'operator' as const;
const id = z.string();
const keyById = z.strictObject({ id, keyId: z.string() });
const ACCOUNTS = '/admin/accounts';
const EMAIL = `${ACCOUNTS}/{id}/email` as const;
const KEYS = `${ACCOUNTS}/{id}/api-keys` as const;

/** Routes of accounts and their keys, for the operator. */
export const adminAccountRoutes: GatewayRoute[] = [
  own(`POST ${ACCOUNTS}`, {
    summary: 'Open an account',
    audit: 'account.opened',
    status: 201,
    access,
    versioned: false,
    input: AccountInput,
    output: NewAccount,
    run: async ({ name, email }, call, { accounts, apiKeys, newId, clock, askOwner }) => {
      const now = clock();
      const account = await createOnce(call, {
        newId,
        find: (known) => accounts.find(known),
        create: async (accountId) => {
          // First, so that no account without its address is left behind if its owner does not answer.
          if (email !== undefined) await askOwner(setAccountEmail, { email }, { ...call, accountId });
          return accounts.insert({ id: accountId, name, createdAt: now, updatedAt: now });
        },
      });
      // The first key has the id of its account, so that a retry finds it, too.
      const about = { id: account.id, accountId: account.id, now };
      const { stored, shown } = mintApiKey({ name: 'first key' }, about);
      await apiKeys.add(stored);
      return { ...toAccount(account), ...(email !== undefined && { email }), apiKey: shown };
    },
  }),
  own(`GET ${ACCOUNTS}`, {
    summary: 'List accounts',
    access,
    input: ListQuery,
    output: pageOf(Account),
    run: async (query, _call, { accounts }) => {
      const { hasMore, data } = await accounts.list(query);
      return { hasMore, data: data.map(readable(toAccount)) };
    },
  }),
  own(`GET ${ACCOUNTS}/{id}`, {
    operationId: 'getCustomerAccount',
    summary: 'Get an account',
    audit: 'account.looked_at',
    access,
    errors: ['account-not-found'],
    input: z.strictObject({ id }),
    output: AccountWithEmail,
    run: async ({ id: accountId }, call, { accounts, askOwner }) => {
      const account = await accounts.get(accountId);
      return { ...toAccount(account), ...(await askOwner(getAccountEmail, {}, { ...call, accountId })) };
    },
  }),
  own(`PUT ${EMAIL}`, {
    summary: 'Set the email address of an account',
    audit: 'account.email_changed',
    description:
      'The service sends emails to this address when a webhook or a target of the account fails. They are sent only if the operator configured a mail server.',
    access,
    versioned: false,
    errors: ['account-not-found'],
    input: AccountEmailInput.extend({ id }),
    output: AccountEmail,
    run: ({ id: accountId, email }, call, deps) => setEmail({ email }, { ...call, accountId }, deps),
  }),
  own(`DELETE ${EMAIL}`, {
    summary: 'Remove the email address of an account',
    audit: 'account.email_changed',
    access,
    versioned: false,
    errors: ['account-not-found'],
    input: z.strictObject({ id }),
    output: AccountEmail,
    run: ({ id: accountId }, call, deps) => setEmail({}, { ...call, accountId }, deps),
  }),
  own(`POST ${KEYS}`, {
    summary: 'Create an API key for an account',
    audit: 'api_key.created',
    status: 201,
    access,
    versioned: false,
    errors: ['account-not-found', 'too-many-api-keys'],
    input: ApiKeyInput.extend({ id }),
    output: NewApiKey,
    run: async ({ id: accountId, ...wish }, call, deps) => {
      await deps.accounts.get(accountId);
      return createApiKey(wish, { ...call, accountId }, deps);
    },
  }),
  own(`GET ${KEYS}`, {
    summary: 'List the API keys of an account',
    audit: 'account.looked_at',
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

async function setEmail(
  wanted: { email?: string },
  call: Call,
  { accounts, askOwner }: Deps,
): Promise<AccountEmail> {
  await accounts.get(call.accountId);
  return askOwner(setAccountEmail, wanted, call);
}

/** Routes of single keys of an account, for the operator. */
export const adminKeyRoutes: GatewayRoute[] = [
  own(`GET ${KEYS}/{keyId}`, {
    summary: 'Get an API key of an account',
    audit: 'account.looked_at',
    access,
    errors: ['api-key-not-found'],
    input: keyById,
    output: ApiKey,
    run: async (of, _call, { apiKeys }) => toApiKey(await apiKeys.get(of.id, of.keyId)),
  }),
  own(`POST ${KEYS}/{keyId}/revoke`, {
    summary: 'Revoke an API key of an account',
    audit: 'api_key.revoked',
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
