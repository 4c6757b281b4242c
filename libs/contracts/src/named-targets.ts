import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { Id } from './ids.ts';

/** So many targets are asked for at once. */
export const ASKED_TARGETS_MAX = 1000;
/** So many resources that name a target are shown. */
export const NAMING_SHOWN_MAX = 20;

const Naming = z.object({
  count: z.int().min(0),
  /** The first of them. */
  data: z.array(z.object({ id: Id, name: z.string() })).max(NAMING_SHOWN_MAX),
});

/** For the distribution, before it deletes a target: the import sources of the account that name it. */
export const listSourcesNamingTarget = defineOperation({
  subject: 'ask.importer.list-sources-naming-target',
  input: z.strictObject({ targetId: z.string() }),
  output: Naming,
});

/** The same for webhooks, which name targets in their filters. */
export const listWebhooksNamingTarget = defineOperation({
  subject: 'ask.notifier.list-webhooks-naming-target',
  input: z.strictObject({ targetId: z.string() }),
  output: Naming,
});

/** For services that store ids of targets, whatever their accounts: which of them do not exist, or are being deleted. */
export const listUnknownTargets = defineOperation({
  subject: 'ask.distribution.list-unknown-targets',
  input: z.strictObject({
    targets: z.array(z.strictObject({ id: z.string(), accountId: z.string() })).max(ASKED_TARGETS_MAX),
  }),
  output: z.object({ unknown: z.array(z.string()), deleting: z.array(z.string()) }),
});
