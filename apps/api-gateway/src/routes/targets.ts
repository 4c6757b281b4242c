import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { explainRefusedTarget } from '../routing/explained-input.ts';
import { ask, askAndPresent } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Talking to a platform step by step may take this long. */
const CHECK_TIMEOUT_MS = 35_000;

/** Platforms and accounts on them, answered by distribution. */
export const targetRoutes: ApiRoute[] = [
  ask({ method: 'GET', path: '/target-types', summary: 'List the platforms' }, contracts.listTargetTypes),
  {
    ...ask(
      { method: 'POST', path: '/targets', summary: 'Create a target', status: 201 },
      contracts.createTarget,
    ),
    explain: explainRefusedTarget,
  },
  askAndPresent({ method: 'GET', path: '/targets', summary: 'List targets' }, contracts.listTargets, {
    output: z.array(contracts.Target),
    present: ({ data }) => ({ body: data }),
  }),
  ask({ method: 'GET', path: '/targets/{id}', summary: 'Get a target' }, contracts.getTarget),
  {
    ...ask({ method: 'PUT', path: '/targets/{id}', summary: 'Replace a target' }, contracts.updateTarget),
    explain: explainRefusedTarget,
  },
  ask({ method: 'DELETE', path: '/targets/{id}', summary: 'Delete a target' }, contracts.deleteTarget),
  ask(
    { method: 'POST', path: '/targets/{id}/check', summary: "Test a target's credentials" },
    contracts.checkTarget,
    CHECK_TIMEOUT_MS,
  ),
];
