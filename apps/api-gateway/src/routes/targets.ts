import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { explainRefusedTarget } from '../routing/explained-input.ts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';
import { routesBelow } from '../routing/routes-below.ts';

/** Platforms and accounts on them, answered by distribution. */
export const targetRoutes: ApiRoute[] = [
  ...routesBelow('/target-types'),
  ...routesBelow('/targets', [
    ask(contracts.createTarget, { explain: explainRefusedTarget }),
    ask(contracts.listTargets, {
      output: z.array(contracts.Target),
      present: ({ data }) => ({ body: data }),
    }),
    ask(contracts.updateTarget, { explain: explainRefusedTarget }),
  ]),
];
