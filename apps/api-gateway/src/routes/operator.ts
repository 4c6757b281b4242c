import * as contracts from '@estate/contracts';
import { z } from 'zod';
import { loadReport } from '../operator/load-report.ts';
import { findAnything } from '../operator/find-anything.ts';
import { resealSecrets } from '../operator/reseal-secrets.ts';
import { repairs, restores, retold, violations } from '../operator/owner-reports.ts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';

const access = 'operator' as const;

/** Routes for operations on the whole system, used by `rek` or by hand. */
export const operatorRoutes: GatewayRoute[] = [
  own('GET /admin/find', {
    operationId: 'findAnything',
    summary: 'Search all accounts',
    access,
    versioned: false,
    input: contracts.FindQuery,
    output: contracts.FindReport,
    run: ({ text }, call, deps) => findAnything(text, call, deps),
  }),
  own('GET /admin/load', {
    operationId: 'getLoad',
    summary: 'Show which accounts cause load',
    description:
      'The accounts with the longest calls in the request log, and those with most due work in the services. Calls are counted about one second after they end. Services that do not answer are listed in `away`.',
    access,
    versioned: false,
    input: contracts.LoadQuery,
    output: contracts.LoadReport,
    run: (query, call, deps) => loadReport(query, call, deps),
  }),
  ...routesBelow('/admin/lanes'),
  own('GET /admin/violations', {
    operationId: 'listViolations',
    summary: 'List invariant violations',
    description:
      'Every service checks its documents immediately. Services that do not answer are listed in `away`.',
    access,
    versioned: false,
    input: z.strictObject({}),
    output: contracts.ViolationReport,
    run: (_input, call, deps) => violations(call, deps),
  }),
  own('POST /admin/repairs', {
    summary: 'Repair invariant violations',
    audit: 'violations.repaired',
    description:
      'Repairs documents that violate an invariant if the repair is safe without manual work. Other violations are listed with what to do. Documents that violate no invariant are not changed, so the call can be retried. Services that do not answer are listed in `away`.',
    access,
    errors: ['invalid-input'],
    input: contracts.RepairInput,
    output: contracts.RepairReport,
    run: (input, call, deps) => repairs(input, call, deps),
  }),
  own('POST /admin/erasures/reapply', {
    summary: 'Apply erasures since a backup again',
    audit: 'erasures.reapplied',
    description:
      'Use this after a backup of a service was restored. It erases again what was erased after the backup was made: persons whose encrypted address is still kept, and closed accounts.',
    access,
    input: contracts.ReapplyInput,
    output: contracts.Reapplied,
    run: async ({ since }, _call, { clock, closings, erasures }) => {
      const from = new Date(since);
      const reapplied = {
        erasures: await erasures.store.reapply(from, clock()),
        closings: await closings.store.reapply(from, clock()),
      };
      erasures.wake();
      closings.wake();
      return reapplied;
    },
  }),
  own('POST /admin/retells', {
    summary: 'Publish messages again',
    audit: 'messages.retold',
    description:
      'Use this when the broker has lost messages. Every service publishes all messages since `since` again, with the same ids. Receivers ignore messages that they have already handled. Services that do not answer are listed in `away`.',
    access,
    errors: ['invalid-input'],
    input: contracts.RetellInput,
    output: contracts.RetellReport,
    run: (input, call, deps) => retold(input, call, deps),
  }),
  own('GET /admin/restores', {
    summary: 'List restored backups',
    description:
      'The restored backups that the services have detected or that the operator has reported, newest first.',
    access,
    versioned: false,
    input: z.strictObject({}),
    output: contracts.RestoreReport,
    run: (_input, call, deps) => restores({}, call, deps),
  }),
  own('POST /admin/restores', {
    summary: 'Settle a restored backup',
    audit: 'restore.ordered',
    description:
      'Use this after a backup was restored and the services have not detected it. Webhooks skip sequence numbers, every listing is published again, and the services search for objects without a listing.',
    access,
    errors: ['invalid-input'],
    input: contracts.RestoreInput,
    output: contracts.RestoreReport,
    run: (input, call, deps) => restores(input, call, deps),
  }),
  ...routesBelow('/admin/unknown-objects'),
  own('POST /admin/secrets/reseal', {
    summary: 'Re-encrypt secrets with the current key',
    audit: 'secrets.resealed',
    description:
      'Re-encrypts a limited number of secrets. Repeat the call with `after` set to `next` until the response has no `next`. Then the former key can be removed from `VAULT_KEYS`.',
    access,
    errors: ['invalid-input'],
    input: contracts.ResealInput,
    output: contracts.ResealReport,
    run: ({ after }, call, deps) => resealSecrets(after, call, deps),
  }),
];
