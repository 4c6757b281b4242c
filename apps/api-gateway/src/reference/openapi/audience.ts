import type { ApiRoute } from '../../edge/routing/api-route.ts';

/** The readers of a document: operators have a separate one for their operations. */
export type Audience = 'customers' | 'operators';

const OPERATORS = /^\/(admin|operator)(\/|$)/;

/** The rows of the routing table for a document. */
export const routesFor = (audience: Audience, apiRoutes: readonly ApiRoute[]): ApiRoute[] =>
  apiRoutes.filter(
    ({ path, access }) => (access === 'operator' || OPERATORS.test(path)) === (audience === 'operators'),
  );
