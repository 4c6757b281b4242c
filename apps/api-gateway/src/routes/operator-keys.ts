import { ListQuery, NewOperatorKey, OperatorKey, OperatorKeyInput, pageOf } from '@estate/contracts';
import { found } from '@estate/errors';
import { changeIfMatch, readable } from '@estate/messaging';
import { newApiKey } from '@estate/vault';
import { z } from 'zod';
import { toOperatorKey } from '../domain/operator-key.ts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';

const access = 'operator' as const;
const byId = z.strictObject({ id: z.string() });
const KEYS = '/admin/operator-keys';
const SHAPE = { subject: 'operator key', output: OperatorKey };

/** Routes of the operator's keys. The operator token stays valid, for the first key and for emergencies. */
export const operatorKeyRoutes: GatewayRoute[] = [
  own(`GET ${KEYS}`, {
    summary: 'List operator keys',
    access,
    input: ListQuery,
    output: pageOf(OperatorKey),
    run: async (query, _call, { operatorKeys }) => {
      const { hasMore, data } = await operatorKeys.list(query);
      return { hasMore, data: data.map(readable(toOperatorKey)) };
    },
  }),
  own(`POST ${KEYS}`, {
    summary: 'Create an operator key',
    description:
      'The key is accepted wherever the operator token is accepted. Audit logs, request logs and timelines show its name as the actor. Only this response contains the key.',
    audit: 'operator_key.created',
    access,
    status: 201,
    versioned: false,
    input: OperatorKeyInput,
    output: NewOperatorKey,
    run: async ({ name }, { reservedId }, { operatorKeys, clock, newId }) => {
      const { key, ...kept } = newApiKey('operator');
      const stored = { id: reservedId ?? newId(), name, ...kept, createdAt: clock() };
      await operatorKeys.put(stored);
      return { ...toOperatorKey(stored), key };
    },
  }),
  own(`GET ${KEYS}/{id}`, {
    summary: 'Get an operator key',
    access,
    errors: ['operator-key-not-found'],
    input: byId,
    output: OperatorKey,
    run: async ({ id }, _call, { operatorKeys }) => toOperatorKey(await operatorKeys.get(id)),
  }),
  own(`DELETE ${KEYS}/{id}`, {
    summary: 'Revoke an operator key',
    description:
      'The key stops working within five seconds. Console sessions and looks that were started with it end.',
    audit: 'operator_key.revoked',
    access,
    errors: ['operator-key-not-found'],
    input: byId,
    output: OperatorKey,
    run: async ({ id }, call, { operatorKeys }) => {
      const removed = await changeIfMatch(call, {
        shownBy: SHAPE,
        read: () => operatorKeys.get(id),
        show: toOperatorKey,
        write: (seen, only) => operatorKeys.remove(id, only ? seen : undefined),
      });
      return toOperatorKey(found(removed, 'operator key', id));
    },
  }),
];
