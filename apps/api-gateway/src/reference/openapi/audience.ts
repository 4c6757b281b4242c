import type { ApiRoute } from '../../edge/routing/api-route.ts';

/** The readers of a document: the operations of the operator have one of their own. */
export type Audience = 'customers' | 'operators';

const OPERATORS = /^\/(admin|operator)(\/|$)/;

/** The rows of the routing table that a document shows. */
export const routesFor = (audience: Audience, apiRoutes: readonly ApiRoute[]): ApiRoute[] =>
  apiRoutes.filter(
    ({ path, access }) => (access === 'operator' || OPERATORS.test(path)) === (audience === 'operators'),
  );
