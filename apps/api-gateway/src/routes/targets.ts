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
    audit: 'target.created',
    status: 201,
    explain: explainRefusedTarget,
  }),
  ask('GET /targets', contracts.listTargets, {
    summary: 'List targets',
    output: z.array(contracts.Target),
    present: ({ data }) => ({ body: data }),
  }),
  ask('GET /targets/{id}', contracts.getTarget, { summary: 'Get a target' }),
  ask('GET /targets/{id}/summary', contracts.getTargetSummary, {
    summary: 'Get the success rate of a target',
    description:
      'The attempts to publish on the target and to take down from it, by day. Attempts that ended because of an internal error or an interruption of the service are not counted. Days without attempts are listed with zeros.',
  }),
  ask('PUT /targets/{id}', contracts.updateTarget, {
    summary: 'Replace a target',
    audit: 'target.changed',
    explain: explainRefusedTarget,
  }),
  ask('DELETE /targets/{id}', contracts.deleteTarget, {
    summary: 'Delete a target',
    audit: 'target.deleted',
  }),
  ask('POST /targets/{id}/check', contracts.checkTarget, {
    summary: "Test a target's credentials",
    timeoutMs: CHECK_TIMEOUT_MS,
  }),
  ask('POST /targets/{id}/pause', contracts.pauseTarget, {
    summary: 'Pause a target',
    audit: 'target.paused',
    description:
      'A running publication is finished, and no other publication starts. Due listings wait, including deletions. If you have already paused the target, nothing changes.',
  }),
  ask('POST /targets/{id}/resume', contracts.resumeTarget, {
    summary: 'Resume a target',
    audit: 'target.resumed',
    description:
      'Ends the pause that you set. Waiting listings are published in their order. If the operator of the service has also paused the target, it stays paused until the operator resumes it.',
  }),
];
