import { z } from 'zod';
import { ById, defineOperation, operationOn } from './define-operation.ts';
import { OWNERS, defineOwnerOperation } from './define-owner-operation.ts';
import { EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';
import { MESSAGES_KEPT_DAYS } from './message-age.ts';

/** The lane of a target for the operator: its state and its backlog. */
export const Lane = z
  .object({
    id: Id,
    accountId: Id,
    type: z.string(),
    pausedAt: Timestamp.optional().meta({ description: 'The time at which the operator paused it.' }),
    customerPause: z
      .object({ at: Timestamp, reason: z.string().optional() })
      .optional()
      .meta({ description: 'The pause that the customer set. Only the customer can end it.' }),
    setAside: z
      .object({ at: Timestamp, deaths: z.int().min(1) })
      .optional()
      .meta({
        description:
          'The number of processes that ended while they published to the target. No worker publishes to the target until the operator or the customer starts it again.',
      }),
    working: z.boolean().meta({ description: 'A worker is publishing to the target.' }),
    dueCount: z.int().min(0).meta({ description: 'The number of waiting listings, counted up to 1000.' }),
    oldestDueAt: Timestamp.optional(),
    heldUntil: Timestamp.optional().meta({
      description: 'Publishing is suspended until this time, because the platform failed.',
    }),
  })
  .meta({ id: 'Lane', description: 'The publishing queue of one target.' });
export type Lane = z.infer<typeof Lane>;

/** Lists the lanes of all accounts for the operator. */
export const listLanes = defineOperation({
  subject: 'ask.distribution.list-lanes',
  http: 'GET /admin/lanes',
  summary: 'List lanes',
  access: 'operator',
  input: ListQuery.extend({
    state: z.enum(['paused', 'set_aside', 'open']).optional().meta({
      description: 'Only publishing queues in this state: paused, set aside, or neither.',
    }),
  }),
  output: pageOf(Lane),
});
/** Pauses a lane for the operator: it takes no further work, on any replica, until it is resumed; due work waits. */
export const pauseLane = operationOn('ask.distribution.pause-lane', Lane, {
  http: 'POST /admin/lanes/{id}/pause',
  summary: 'Pause a lane',
  access: 'operator',
  audit: 'target.paused',
  errors: ['target-not-found'],
});
export const resumeLane = operationOn('ask.distribution.resume-lane', Lane, {
  http: 'POST /admin/lanes/{id}/resume',
  summary: 'Resume a lane',
  access: 'operator',
  audit: 'target.resumed',
  errors: ['target-not-found'],
});

/** The options of a reconciliation, which always makes everything due. */
export const ReconcileInput = z
  .strictObject({
    removeUnknown: z.boolean().optional().meta({
      description:
        'First take down all objects of the account, including objects without a listing. Only for platforms that accept full transfers.',
    }),
  })
  .meta({ id: 'ReconcileInput', example: {} });

/**
 * Repairs a target for the operator after a backup was restored: publishes every listing again and resends every unfinished deletion, in
 * packages that count as newer than all that were sent before.
 */
export const reconcileLane = defineOperation({
  subject: 'ask.distribution.reconcile-lane',
  http: 'POST /admin/lanes/{id}/reconcile',
  summary: 'Reconcile a lane',
  description:
    'Use this after a backup was restored. It publishes every listing of the target again, with a version newer than all versions sent before.',
  access: 'operator',
  audit: 'target.reconciled',
  input: ReconcileInput.extend(ById.shape),
  output: Lane,
  errors: ['target-not-found', 'invalid-input'],
});

/** The progress of re-encrypting sealed secrets. */
export const Resealed = z.object({
  examined: z.int().min(0),
  resealed: z
    .int()
    .min(0)
    .meta({ description: 'The number of documents whose secrets were re-encrypted with the current key.' }),
  unreadable: z
    .array(z.string())
    .meta({ description: 'The documents whose secrets no key of the service can decrypt.' }),
  next: z.string().optional().meta({ description: 'The position for the next call. Absent at the end.' }),
});
export type Resealed = z.infer<typeof Resealed>;

/** Re-encryption continues after `after`; without it, it starts from the beginning. */
export const ResealInput = z
  .strictObject({
    after: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .meta({ description: 'The value of `next` of the previous call.', example: 'distribution/' }),
  })
  .meta({ id: 'ResealInput', example: {} });

/** Seals a bounded number of secrets with the current key for the operator; called with `next` until there is none. */
export const resealSecrets = defineOwnerOperation('reseal-secrets', ['distribution', 'notifier'], {
  input: ResealInput,
  output: Resealed,
});

/** The progress of all services, one after the other. */
export const ResealReport = Resealed.extend({ service: z.string() }).meta({
  id: 'ResealReport',
  description: 'The result of one step of re-encrypting all secrets.',
});
export type ResealReport = z.infer<typeof ResealReport>;

/** The time since which messages are published again. */
export const RetellInput = z
  .strictObject({
    since: Timestamp.meta({
      description: `Messages that were published since this time are published again. Messages are kept for ${String(MESSAGES_KEPT_DAYS)} days.`,
      example: EXAMPLE_TIME,
    }),
  })
  .meta({ id: 'RetellInput' });

const retold = z.object({
  messages: z.int().min(0).meta({
    description: 'The number of messages that are published again, counted up to 10000.',
  }),
});
/** Makes a service publish its messages again under their ids, for the operator, when the broker has lost messages. */
export const retell = defineOwnerOperation('retell', OWNERS, { input: RetellInput, output: retold });

/** The results of all services. */
export const RetellReport = z
  .object({
    data: z.array(retold.extend({ service: z.string() })),
    away: z.array(z.string()).meta({
      description: 'The services that did not answer. Repeat the call when they are available.',
    }),
  })
  .meta({ id: 'RetellReport', description: 'The messages that services publish again.' });
export type RetellReport = z.infer<typeof RetellReport>;

/** A restored backup that a service noticed or the operator named. */
export const Restore = z
  .object({
    id: z.string(),
    noticedAt: Timestamp,
    lostSince: Timestamp.meta({ description: 'Everything that the service wrote after this time is lost.' }),
    lostUntil: Timestamp,
    isCertain: z.boolean().meta({
      description:
        '`false` if the broker was empty as well. The service may then have been stopped only, and publishes no listings again.',
    }),
    isSettled: z
      .boolean()
      .meta({ description: 'The service has finished the steps that it can do without the operator.' }),
    outcome: z.string().optional().meta({
      description: 'What the service could bring back of the lost period, and what it could not.',
    }),
  })
  .meta({ id: 'Restore' });
export type Restore = z.infer<typeof Restore>;

/** Adds a restored backup for the operator, and returns all that the service knows. */
export const settleRestore = defineOwnerOperation('settle-restore', OWNERS, {
  /** The time since which writes count as lost. */
  input: z.strictObject({ lostSince: Timestamp.optional() }),
  output: z.object({ data: z.array(Restore) }),
});

export const RestoreInput = z
  .strictObject({
    lostSince: Timestamp.meta({ description: 'The time of the backup.', example: EXAMPLE_TIME }),
  })
  .meta({ id: 'RestoreInput' });

/** The restored backups of all services. */
export const RestoreReport = z
  .object({
    data: z.array(Restore.extend({ service: z.string() })),
    away: z.array(z.string()).meta({ description: 'The services that did not answer.' }),
  })
  .meta({ id: 'RestoreReport', description: 'The restored backups that the services know of.' });
export type RestoreReport = z.infer<typeof RestoreReport>;

/** An object on a platform without a listing, which was published after the backup. */
export const UnknownObject = z
  .object({
    id: Id.meta({ description: 'The id of its lost listing.' }),
    accountId: Id,
    targetId: Id,
    propertyId: Id,
    externalId: z.string().optional().meta({ description: 'Absent if it is no longer known.' }),
    publishedAt: Timestamp,
    publicUrl: z.string().optional(),
  })
  .meta({ id: 'UnknownObject' });
export type UnknownObject = z.infer<typeof UnknownObject>;

/** Lists the objects without a listing of all accounts for the operator. */
export const listUnknownObjects = defineOperation({
  subject: 'ask.distribution.list-unknown-objects',
  http: 'GET /admin/unknown-objects',
  summary: 'List unknown objects',
  description:
    'Objects on platforms that were published after the restored backup was made and have no listing. They can be found for seven days, while the broker keeps the events about them.',
  access: 'operator',
  input: ListQuery,
  output: pageOf(UnknownObject),
});
/** Takes down an object without a listing for the operator. */
export const takeDownUnknownObject = operationOn('ask.distribution.take-down-unknown-object', UnknownObject, {
  http: 'POST /admin/unknown-objects/{id}/take-down',
  summary: 'Take down an unknown object',
  access: 'operator',
  audit: 'unknown_object.taken_down',
  errors: ['unknown-object-not-found', 'target-not-found'],
});
