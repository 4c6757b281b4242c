import * as contracts from '@estate/contracts';
import { ask } from './api-route.ts';
import type { ApiRoute, Asking } from './api-route.ts';

const operations = contracts.publicOperations(contracts);

/**
 * The routes below a path, from their contracts. Each given route replaces the one with its endpoint, or is new, and then comes before the
 * first that is at least as deep.
 */
export function routesBelow<Deps extends Asking>(
  parent: `/${string}`,
  given: readonly ApiRoute<Deps>[] = [],
): ApiRoute<Deps>[] {
  const routes = operations
    .filter(({ http }) => `${pathOf(http)}/`.startsWith(`${parent}/`))
    .map((operation) => given.find((route) => endpointOf(route) === operation.http) ?? ask(operation));
  for (const route of given) {
    if (routes.includes(route)) continue;
    const at = routes.findIndex(({ path }) => depthOf(path) >= depthOf(route.path));
    routes.splice(at === -1 ? routes.length : at, 0, route);
  }
  return routes;
}

const pathOf = (endpoint: contracts.Endpoint): string => endpoint.slice(endpoint.indexOf('/'));
const endpointOf = ({ method, path }: ApiRoute): string => `${method} ${path}`;
const depthOf = (path: string): number => path.split('/').length;
