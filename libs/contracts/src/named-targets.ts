import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { Id } from './ids.ts';

/** The maximum number of targets in one request. */
export const ASKED_TARGETS_MAX = 1000;
/** The number of resources naming a target that are shown. */
export const NAMING_SHOWN_MAX = 20;

const Naming = z.object({
  count: z.int().min(0),
  /** The first of these resources. */
  data: z.array(z.object({ id: Id, name: z.string() })).max(NAMING_SHOWN_MAX),
});

/** Lists the import sources of the account that refer to a target; the distribution asks before it deletes the target. */
export const listSourcesNamingTarget = defineOperation({
  subject: 'ask.importer.list-sources-naming-target',
  input: z.strictObject({ targetId: z.string() }),
  output: Naming,
});

/** Lists the webhooks whose filters refer to a target. */
export const listWebhooksNamingTarget = defineOperation({
  subject: 'ask.notifier.list-webhooks-naming-target',
  input: z.strictObject({ targetId: z.string() }),
  output: Naming,
});

/** Returns the targets, of any account, that do not exist or are being deleted; for services that store ids of targets. */
export const listUnknownTargets = defineOperation({
  subject: 'ask.distribution.list-unknown-targets',
  input: z.strictObject({
    targets: z.array(z.strictObject({ id: z.string(), accountId: z.string() })).max(ASKED_TARGETS_MAX),
  }),
  output: z.object({ unknown: z.array(z.string()), deleting: z.array(z.string()) }),
});
