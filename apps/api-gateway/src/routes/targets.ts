import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { explainRefusedTarget } from '../routing/explained-input.ts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** A check talks to the platform step by step. */
const CHECK_TIMEOUT_MS = 35_000;

/** Platforms and accounts on them, answered by distribution. */
export const targetRoutes: ApiRoute[] = [
  ask('GET /target-types', contracts.listTargetTypes, { summary: 'List the platforms' }),
  ask('POST /targets', contracts.createTarget, {
    summary: 'Create a target',
    status: 201,
    explain: explainRefusedTarget,
  }),
  ask('GET /targets', contracts.listTargets, {
    summary: 'List targets',
    output: z.array(contracts.Target),
    present: ({ data }) => ({ body: data }),
  }),
  ask('GET /targets/{id}', contracts.getTarget, { summary: 'Get a target' }),
  ask('PUT /targets/{id}', contracts.updateTarget, {
    summary: 'Replace a target',
    explain: explainRefusedTarget,
  }),
  ask('DELETE /targets/{id}', contracts.deleteTarget, { summary: 'Delete a target' }),
  ask('POST /targets/{id}/check', contracts.checkTarget, {
    summary: "Test a target's credentials",
    timeoutMs: CHECK_TIMEOUT_MS,
  }),
];
