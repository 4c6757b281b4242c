import { z } from 'zod';
import { ById, defineOperation, operationOn } from './define-operation.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';

/** The lane of a target as the operator sees it: whether it works, and what waits in it. */
export const Lane = z
  .object({
    id: Id,
    accountId: Id,
    type: z.string(),
    pausedAt: Timestamp.optional(),
    setAside: z
      .object({ at: Timestamp, deaths: z.int().min(1) })
      .optional()
      .meta({
        description:
          'The number of processes that ended while they published to the target. No worker takes the target any more.',
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

/** For the operator: the lanes of all accounts. */
export const listLanes = defineOperation({
  subject: 'ask.distribution.list-lanes',
  input: ListQuery.extend({
    state: z.enum(['paused', 'set_aside', 'open']).optional().meta({
      description: 'Only publishing queues that are paused, that are set aside, or that are neither.',
    }),
  }),
  output: pageOf(Lane),
});
/** For the operator: the lane takes no further work, on any replica, until it is resumed; what is due waits. */
export const pauseLane = operationOn('ask.distribution.pause-lane', Lane, ['target-not-found']);
export const resumeLane = operationOn('ask.distribution.resume-lane', Lane, ['target-not-found']);

/** What is done beside making everything due. */
export const ReconcileInput = z
  .strictObject({
    removeUnknown: z.boolean().optional().meta({
      description:
        'First take down all objects of the account, including objects without a listing. Only for platforms that accept full transfers.',
    }),
  })
  .meta({ id: 'ReconcileInput', example: {} });

/**
 * For the operator, after a backup was restored: every listing of the target is published again, every unfinished deletion sent
 * again, with packages that count as newer than all that were sent before.
 */
export const reconcileLane = defineOperation({
  subject: 'ask.distribution.reconcile-lane',
  input: ReconcileInput.extend(ById.shape),
  output: Lane,
  errors: ['target-not-found', 'invalid-input'],
});

/** An invariant of a service that documents violate. */
export const Violation = z
  .object({
    /** The name of the invariant. */
    promise: z.string(),
    count: z.int().min(1).meta({ description: 'Counted up to 1000.' }),
    ids: z
      .array(z.string())
      .max(10)
      .meta({ description: 'Some of the documents that violate the invariant.' }),
    advice: z.string().meta({ description: 'What the operator should do.' }),
  })
  .meta({ id: 'Violation', description: 'A violated invariant of a service.' });
export type Violation = z.infer<typeof Violation>;

const audit = { input: z.strictObject({}), output: z.object({ data: z.array(Violation) }) };

/** For the operator: checks at once which invariants of the service are violated. */
export const listCatalogViolations = defineOperation({ subject: 'ask.catalog.list-violations', ...audit });
export const listDistributionViolations = defineOperation({
  subject: 'ask.distribution.list-violations',
  ...audit,
});
export const listInboxViolations = defineOperation({ subject: 'ask.inbox.list-violations', ...audit });
export const listNotifierViolations = defineOperation({ subject: 'ask.notifier.list-violations', ...audit });

/** The violated invariants of all services. */
export const ViolationReport = z
  .object({
    data: z.array(Violation.extend({ service: z.string() })),
    away: z.array(z.string()).meta({ description: 'The services that did not answer.' }),
  })
  .meta({ id: 'ViolationReport', description: 'The invariant violations of all services.' });
export type ViolationReport = z.infer<typeof ViolationReport>;

/** How far a walk through sealed secrets came. */
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

/** Where a walk through sealed secrets goes on; without `after` it begins. */
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

/** For the operator: seals a bounded number of secrets with the current key; called with `next` until there is none. */
export const resealDistributionSecrets = defineOperation({
  subject: 'ask.distribution.reseal-secrets',
  input: ResealInput,
  output: Resealed,
});
export const resealNotifierSecrets = defineOperation({
  subject: 'ask.notifier.reseal-secrets',
  input: ResealInput,
  output: Resealed,
});

/** The same for all services, one after the other. */
export const ResealReport = Resealed.extend({ service: z.string() }).meta({
  id: 'ResealReport',
  description: 'The result of one step of re-encrypting all secrets.',
});
export type ResealReport = z.infer<typeof ResealReport>;
