import type { FrontDoor } from './edge/front-door/front-door-routes.ts';
import type { ApiRoute } from './edge/routing/api-route.ts';
import type { JobsOfRoutes } from './jobs/begin-job.ts';
import type { OperatorDeps } from './operator/operator-deps.ts';

/** Everything a route may touch. */
export interface Deps extends OperatorDeps {
  frontDoor: FrontDoor;
  jobs: JobsOfRoutes;
}

/** A row of the table of all routes. */
export type GatewayRoute = ApiRoute<Deps>;
