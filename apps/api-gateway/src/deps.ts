import type { FrontDoor } from './edge/front-door/front-door-routes.ts';
import type { ApiRoute } from './edge/routing/api-route.ts';
import type { JobsOfRoutes } from './jobs/begin-job.ts';
import type { OperatorDeps } from './operator/operator-deps.ts';

/** The dependencies of all routes. */
export interface Deps extends OperatorDeps {
  frontDoor: FrontDoor;
  jobs: JobsOfRoutes;
}

/** A row in the table of all routes. */
export type GatewayRoute = ApiRoute<Deps>;
