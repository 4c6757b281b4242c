import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { OWNERS, defineOwnerOperation } from './define-owner-operation.ts';
import { Id, Timestamp } from './ids.ts';

/** The documents that violate an invariant of a service. */
export const Violation = z
  .object({
    /** The name of the invariant. */
    promise: z.string(),
    count: z.int().min(1).meta({ description: 'Counted up to 1000.' }),
    ids: z
      .array(z.string())
      .max(10)
      .meta({ description: 'Some of the documents that violate the invariant.' }),
    meaning: z.string().optional().meta({ description: 'The effect on customers.' }),
    advice: z.string().meta({ description: 'What the operator should do.' }),
    isRepairable: z.boolean().optional().meta({
      description: 'Whether `POST /admin/repairs` can repair the documents.',
    }),
  })
  .meta({ id: 'Violation', description: 'A violated invariant of a service.' });
export type Violation = z.infer<typeof Violation>;

/** The progress of the audit through a collection. */
export const AuditRound = z
  .object({
    walk: z.string().meta({ description: 'The collection, or the part of it that is checked.' }),
    rounds: z.int().min(0).meta({ description: 'The number of complete rounds through the collection.' }),
    documents: z.int().min(0).meta({ description: 'The approximate number of documents in the collection.' }),
    looked: z
      .int()
      .min(0)
      .meta({ description: 'The number of documents that the current round has checked.' }),
    seconds: z.int().min(0).meta({
      description:
        'The duration of a round: that of the last round, or the estimate for the current round if that is longer.',
    }),
  })
  .meta({ id: 'AuditRound', description: 'The progress of the audit through a collection.' });
export type AuditRound = z.infer<typeof AuditRound>;

/** Checks now which invariants of the service are violated; for the operator. */
export const listViolations = defineOwnerOperation('list-violations', OWNERS, {
  input: z.strictObject({}),
  output: z.object({ data: z.array(Violation), rounds: z.array(AuditRound).optional() }),
});

/** The violated invariants of all services. */
export const ViolationReport = z
  .object({
    data: z.array(Violation.extend({ service: z.string() })),
    rounds: z.array(AuditRound.extend({ service: z.string() })),
    away: z.array(z.string()).meta({ description: 'The services that did not answer.' }),
  })
  .meta({ id: 'ViolationReport', description: 'The invariant violations of all services.' });
export type ViolationReport = z.infer<typeof ViolationReport>;

/** Selects the violations to repair; all that can be repaired by default. */
export const RepairInput = z
  .strictObject({
    invariant: z.string().min(1).max(100).optional().meta({
      description: 'Only violations of this invariant.',
      example: 'pending-properties-are-due',
    }),
    ids: z.array(z.string().min(1).max(100)).min(1).max(100).optional().meta({
      description: 'Only these documents. They are checked at once.',
    }),
    dryRun: z.boolean().optional().meta({
      description: 'With `true`, nothing is changed, and the documents that would be repaired are listed.',
    }),
  })
  .meta({ id: 'RepairInput', example: { dryRun: true } });

export type RepairInput = z.infer<typeof RepairInput>;

/** The result of repairing the violations of an invariant. */
export const Repair = z
  .object({
    /** The name of the invariant. */
    promise: z.string(),
    advice: z.string().meta({ description: 'What the operator should do.' }),
    isRepairable: z.boolean(),
    repaired: z.array(z.string()).meta({
      description: 'The documents that were repaired or, with `dryRun`, would be. At most 200 in one call.',
    }),
    left: z.int().min(0).meta({ description: 'The number of violations that were not repaired.' }),
  })
  .meta({ id: 'Repair', description: 'The result of repairing the violations of an invariant.' });

export const Repairs = z.object({ data: z.array(Repair) });
export type Repairs = z.infer<typeof Repairs>;

/** Repairs violations of the service's invariants, as far as that is safe without a person; for the operator. */
export const repairViolations = defineOwnerOperation('repair-violations', OWNERS, {
  input: RepairInput,
  output: Repairs,
});

/** The repairs of all services. */
export const RepairReport = z
  .object({
    data: z.array(Repair.extend({ service: z.string() })),
    away: z.array(z.string()).meta({ description: 'The services that did not answer.' }),
  })
  .meta({ id: 'RepairReport', description: 'The repairs of all services.' });
export type RepairReport = z.infer<typeof RepairReport>;

/** The maximum number of ids in one request of an audit: a portion of a walk, and its earlier findings. */
export const AUDITED_AT_ONCE_MAX = 3000;

/** Returns those accounts that do not exist; for services that store data of accounts. */
export const listUnknownAccounts = defineOperation({
  subject: 'ask.api-gateway.list-unknown-accounts',
  input: z.strictObject({ ids: z.array(z.string()).max(AUDITED_AT_ONCE_MAX) }),
  output: z.object({
    unknown: z.array(z.string()),
    /** The unknown accounts whose closing has finished. */
    closed: z.array(z.object({ accountId: Id, closingId: Id, requestedAt: Timestamp })),
  }),
});

/** Returns the current revisions of properties; missing ones are left out. For the service that publishes them. */
export const listRevisions = defineOperation({
  subject: 'ask.catalog.list-revisions',
  input: z.strictObject({ ids: z.array(z.string()).max(AUDITED_AT_ONCE_MAX) }),
  output: z.object({
    data: z.array(z.object({ id: z.string(), revision: z.int(), isPending: z.boolean() })),
  }),
});
