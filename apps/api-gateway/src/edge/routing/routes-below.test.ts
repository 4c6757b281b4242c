import * as contracts from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiRoutes } from '../../routes/index.ts';
import { ask, own } from './api-route.ts';
import type { ApiRoute } from './api-route.ts';
import { routesBelow } from './routes-below.ts';

const endpointsOf = (routes: readonly ApiRoute[]) => routes.map(({ method, path }) => `${method} ${path}`);
const ofContacts = endpointsOf(routesBelow('/contacts'));

describe('the routes below a path', () => {
  it('every operation of the contracts that has an address is one route of the gateway', () => {
    const routed = endpointsOf(apiRoutes);
    expect(new Set(routed).size).toBe(routed.length);
    for (const { http } of contracts.publicOperations(contracts)) expect(routed).toContain(http);
  });

  it('the routes below a path are those of its contracts, in their order, and of no path that begins alike', () => {
    const defined = contracts.publicOperations(contracts).map(({ http }) => http);
    expect(ofContacts).toEqual(defined.filter((http) => / \/contacts(?:\/|$)/.test(http)));
    expect(ofContacts.slice(0, 3)).toEqual(['POST /contacts', 'GET /contacts', 'GET /contacts/{id}']);
    expect(endpointsOf(routesBelow('/targets'))).not.toContain('GET /target-types');
  });

  it('a route that is given takes the place of the one with its endpoint', () => {
    const special = ask(contracts.getContact, { tag: 'people' });
    const routes = routesBelow('/contacts', [special]);
    expect(endpointsOf(routes)).toEqual(ofContacts);
    expect(routes[2]).toBe(special);
  });

  it('a new route comes before the first that is at least as deep, or at the end', () => {
    const extra = {
      summary: 'Extra',
      input: z.strictObject({}),
      output: z.string(),
      run: () => Promise.resolve(''),
    };
    const before = own('GET /contacts/extra', extra);
    const last = own('GET /contacts/{id}/more/extra', extra);
    expect(endpointsOf(routesBelow('/contacts', [before, last]))).toEqual([
      ...ofContacts.slice(0, 2),
      'GET /contacts/extra',
      ...ofContacts.slice(2),
      'GET /contacts/{id}/more/extra',
    ]);
  });
});
