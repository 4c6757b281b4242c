import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { targetStatistics } from '../accounts/usage/read-statistics.ts';
import { explainRefusedTarget } from '../edge/routing/explained-input.ts';
import { ask, own } from '../edge/routing/api-route.ts';
import { synchronize } from '../jobs/synchronize-job.ts';
import type { Deps, GatewayRoute } from '../deps.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';

/** Routes of platforms and accounts on them, answered by distribution. */
export const targetRoutes: GatewayRoute[] = [
  ...routesBelow('/target-types'),
  ...routesBelow<Deps>('/targets', [
    ask(contracts.createTarget, { explain: explainRefusedTarget }),
    ask(contracts.listTargets, {
      output: z.array(contracts.Target),
      present: ({ data }) => ({ body: data }),
    }),
    ask(contracts.updateTarget, { explain: explainRefusedTarget }),
    {
      ...ask(contracts.synchronizeTarget),
      run: (input, call, deps) =>
        synchronize(input as contracts.InputOf<typeof contracts.synchronizeTarget>, call, deps),
    },
    own('GET /targets/{id}/statistics', {
      summary: 'Get the statistics of a target',
      description:
        'What was published, failed and was rejected, and the requests that came from the platform.',
      versioned: false,
      input: contracts.StatisticsQuery.extend({ id: z.string() }),
      output: contracts.TargetStatistics,
      errors: ['target-not-found'],
      run: targetStatistics,
    }),
  ]),
];
