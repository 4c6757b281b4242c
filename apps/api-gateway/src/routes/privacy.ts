import * as contracts from '@estate/contracts';
import type { ErasureInput } from '@estate/contracts';
import { readable } from '@estate/messaging';
import { z } from 'zod';
import { beginErasure } from '../accounts/erasures/begin-erasure.ts';
import { toErasure } from '../domain/erasure.ts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';

const access = 'erase' as const;
const ERASURES = '/erasures';

/** Routes of prospects' personal data: their retention, and their erasure. */
export const privacyRoutes: GatewayRoute[] = [
  own(`POST ${ERASURES}`, {
    summary: 'Erase a person',
    description:
      'Erases all data that the account has stored about the person with this email address: requests, emails, events, responses to deliveries, and internal messages of the service. Set the header `Confirm-Erasure` to the address. If an erasure of the same person is already running, the response is that erasure.',
    access,
    audit: 'person.erased',
    status: 202,
    errors: ['confirmation-missing'],
    confirmation: {
      header: 'Confirm-Erasure',
      says: 'the same email address',
      value: (input) => (input as z.output<typeof ErasureInput>).email,
    },
    input: contracts.ErasureInput,
    output: contracts.Erasure,
    run: async ({ email }, call, deps) => toErasure(await beginErasure(email, call, deps)),
  }),
  own(`GET ${ERASURES}`, {
    summary: 'List erasures',
    description: 'The erasures of persons of the last year. They do not name the persons.',
    access,
    input: contracts.ListQuery,
    output: contracts.pageOf(contracts.Erasure),
    run: async (query, { accountId }, { erasures }) => {
      const { hasMore, data } = await erasures.store.list(accountId, query);
      return { hasMore, data: data.map(readable(toErasure)) };
    },
  }),
  own(`GET ${ERASURES}/{id}`, {
    summary: 'Get an erasure',
    access,
    errors: ['erasure-not-found'],
    input: z.strictObject({ id: z.string() }),
    output: contracts.Erasure,
    run: async ({ id }, { accountId }, { erasures }) => toErasure(await erasures.store.get(accountId, id)),
  }),
  ...routesBelow('/account/retention'),
];
