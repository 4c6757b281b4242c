import {
  ApiKey,
  ApiKeyInput,
  ListQuery,
  NewApiKey,
  OwnAccount,
  getAccountEmail,
  getConsumerCredentials,
  pageOf,
} from '@estate/contracts';
import { z } from 'zod';
import { createApiKey } from '../accounts/keys/create-api-key.ts';
import { revokeApiKey } from '../accounts/keys/revoke-api-key.ts';
import { toClosing } from '../domain/closing.ts';
import { toAccount } from '../domain/account.ts';
import { toApiKeys } from '../accounts/keys/to-api-keys.ts';
import { toApiKey } from '../domain/api-key.ts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';

const byId = z.strictObject({ id: z.string() });
const KEYS = '/account/api-keys';

/** Routes of the caller's account, and its keys. */
export const accountRoutes: GatewayRoute[] = [
  own('GET /account', {
    summary: 'Get the account of the key',
    input: z.strictObject({}),
    output: OwnAccount,
    run: async (_input, call, { accounts, askOwner, closings, guard, signInAddresses }) => {
      const [account, { email }, consumerCredentials, signIn, closing] = await Promise.all([
        accounts.get(call.accountId),
        askOwner(getAccountEmail, {}, call),
        askOwner(getConsumerCredentials, {}, call),
        guard.members.signInOf(call.accountId),
        closings.store.newestOf(call.accountId),
      ]);
      return {
        ...toAccount(account),
        ...(email !== undefined && { email }),
        consumerCredentials,
        ...(closing?.state === 'closing' && { closing: toClosing(closing) }),
        ...(signIn && { signInUrl: signInAddresses.signInUrl(call.accountId) }),
      };
    },
  }),
  own(`GET ${KEYS}`, {
    summary: 'List API keys',
    input: ListQuery,
    output: pageOf(ApiKey),
    run: async (query, { accountId }, { apiKeys }) => toApiKeys(await apiKeys.list(accountId, query)),
  }),
  own(`POST ${KEYS}`, {
    summary: 'Create an API key',
    audit: 'api_key.created',
    access: 'manage',
    status: 201,
    // The response contains the key itself, which later representations do not.
    versioned: false,
    errors: ['scope-missing', 'too-many-api-keys'],
    input: ApiKeyInput,
    output: NewApiKey,
    run: (wish, call, deps) => createApiKey(wish, call, deps),
  }),
  own(`GET ${KEYS}/{id}`, {
    summary: 'Get an API key',
    errors: ['api-key-not-found'],
    input: byId,
    output: ApiKey,
    run: async ({ id }, { accountId }, { apiKeys }) => toApiKey(await apiKeys.get(accountId, id)),
  }),
  own(`DELETE ${KEYS}/{id}`, {
    summary: 'Revoke an API key',
    audit: 'api_key.revoked',
    access: 'manage',
    description:
      'The key stops working within five seconds. The last key with the scope `write` cannot be revoked; create another one first.',
    errors: ['api-key-not-found', 'last-write-key'],
    input: byId,
    output: ApiKey,
    run: async ({ id }, call, deps) => toApiKey(await revokeApiKey(id, call, deps)),
  }),
];
