import * as contracts from '@estate/contracts';
import { ApiKey, ListQuery, pageOf } from '@estate/contracts';
import { found } from '@estate/errors';
import { z } from 'zod';
import { toApiKey } from '../domain/api-key.ts';
import { resealSecrets } from '../operator/reseal-secrets.ts';
import { violations } from '../operator/violations.ts';
import { ask, own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

const access = 'operator' as const;

/** What the operator does to the whole system, with `rek` or by hand. */
export const operatorRoutes: ApiRoute[] = [
  own(
    {
      method: 'GET',
      path: '/admin/accounts/{id}/api-keys',
      summary: 'List the API keys of an account',
      access,
      errors: ['account-not-found'],
    },
    { input: ListQuery.extend({ id: z.string() }), output: pageOf(ApiKey) },
    async ({ id, ...query }, _call, { accounts, apiKeys }) => {
      const account = await accounts.get(id);
      const { hasMore, data } = await apiKeys.list(account.id, query);
      return { hasMore, data: data.map(toApiKey) };
    },
  ),
  own(
    {
      method: 'GET',
      path: '/admin/accounts/{id}/api-keys/{keyId}',
      summary: 'Get an API key of an account',
      access,
      errors: ['api-key-not-found'],
    },
    { input: z.strictObject({ id: z.string(), keyId: z.string() }), output: ApiKey },
    async ({ id, keyId }, _call, { apiKeys }) => toApiKey(await apiKeys.get(id, keyId)),
  ),
  own(
    {
      method: 'POST',
      path: '/admin/accounts/{id}/api-keys/{keyId}/revoke',
      summary: 'Revoke an API key of an account',
      description:
        'The key stops working within five seconds. Unlike customers, the operator can also revoke the last key.',
      access,
      errors: ['api-key-not-found'],
    },
    { input: z.strictObject({ id: z.string(), keyId: z.string() }), output: ApiKey },
    async ({ id, keyId }, _call, { apiKeys }) =>
      toApiKey(found(await apiKeys.remove({ accountId: id, id: keyId }), 'API key', keyId)),
  ),
  ask({ method: 'GET', path: '/admin/lanes', summary: 'List lanes', access }, contracts.listLanes),
  ask(
    { method: 'POST', path: '/admin/lanes/{id}/pause', summary: 'Pause a lane', access },
    contracts.pauseLane,
  ),
  ask(
    { method: 'POST', path: '/admin/lanes/{id}/resume', summary: 'Resume a lane', access },
    contracts.resumeLane,
  ),
  ask(
    {
      method: 'POST',
      path: '/admin/lanes/{id}/reconcile',
      summary: 'Reconcile a lane',
      description:
        'Use this after a backup was restored. It publishes every listing of the target again, with a version newer than any that was sent before.',
      access,
    },
    contracts.reconcileLane,
  ),
  own(
    {
      method: 'GET',
      path: '/admin/violations',
      summary: 'List invariant violations',
      description:
        'Every service checks its documents at once. Services that do not answer are listed in `away`.',
      access,
      versioned: false,
    },
    { input: z.strictObject({}), output: contracts.ViolationReport },
    (_input, call, deps) => violations(call, deps),
  ),
  own(
    {
      method: 'POST',
      path: '/admin/secrets/reseal',
      summary: 'Re-encrypt secrets with the current key',
      description:
        'Re-encrypts a limited number of secrets. Repeat the call with `after` set to `next` until there is no `next`. Then the former key can be removed from `VAULT_KEYS`.',
      access,
      errors: ['invalid-input'],
    },
    { input: contracts.ResealInput, output: contracts.ResealReport },
    ({ after }, call, deps) => resealSecrets(after, call, deps),
  ),
];
