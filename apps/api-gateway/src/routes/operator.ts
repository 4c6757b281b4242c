import * as contracts from '@estate/contracts';
import { z } from 'zod';
import { resealSecrets } from '../operator/reseal-secrets.ts';
import { violations } from '../operator/violations.ts';
import { ask, own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

const access = 'operator' as const;

/** Operations on the whole system, used by `rek` or by hand. */
export const operatorRoutes: ApiRoute[] = [
  ask('GET /admin/lanes', contracts.listLanes, { summary: 'List lanes', access }),
  ask('POST /admin/lanes/{id}/pause', contracts.pauseLane, { summary: 'Pause a lane', access }),
  ask('POST /admin/lanes/{id}/resume', contracts.resumeLane, { summary: 'Resume a lane', access }),
  ask('POST /admin/lanes/{id}/reconcile', contracts.reconcileLane, {
    summary: 'Reconcile a lane',
    description:
      'Use this after a backup was restored. It publishes every listing of the target again, with a version newer than any that was sent before.',
    access,
  }),
  own('GET /admin/violations', {
    summary: 'List invariant violations',
    description:
      'Every service checks its documents at once. Services that do not answer are listed in `away`.',
    access,
    versioned: false,
    input: z.strictObject({}),
    output: contracts.ViolationReport,
    run: (_input, call, deps) => violations(call, deps),
  }),
  own('POST /admin/secrets/reseal', {
    summary: 'Re-encrypt secrets with the current key',
    description:
      'Re-encrypts a limited number of secrets. Repeat the call with `after` set to `next` until there is no `next`. Then the former key can be removed from `VAULT_KEYS`.',
    access,
    errors: ['invalid-input'],
    input: contracts.ResealInput,
    output: contracts.ResealReport,
    run: ({ after }, call, deps) => resealSecrets(after, call, deps),
  }),
];
