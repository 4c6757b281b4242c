import { z } from 'zod';
import { Actor } from './actor.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery } from './list.ts';
import { Period } from './period.ts';
import { numberIn } from './query-values.ts';

export const AUDIT_LOG_KEPT_DAYS = 365;

/** All audited actions. The word before the point is the type of the resource. */
export const AUDIT_ACTIONS = [
  'account.opened',
  'account.looked_at',
  'account.email_changed',
  'account.credentials_changed',
  'account.exported',
  'account.closed',
  'account.closing_cancelled',
  'operator_key.created',
  'operator_key.revoked',
  'api_key.created',
  'api_key.revoked',
  'dashboard_link.created',
  'dashboard_link.revoked',
  'user.invited',
  'user.changed',
  'user.removed',
  'sign_in.looked_at',
  'sign_in.changed',
  'sign_in.removed',
  'session.started',
  'session.ended',
  'request.handled',
  'request.exported',
  'request.deleted',
  'person.erased',
  'account.retention_changed',
  'account.publishing_changed',
  'account.logo_changed',
  'account.logo_removed',
  'property.deleted',
  'contact.created',
  'contact.changed',
  'contact.deleted',
  'listing.deleted',
  'listing.retried',
  'delivery.resent',
  'target.created',
  'target.changed',
  'target.deleted',
  'target.paused',
  'target.synchronized',
  'target.resumed',
  'target.reconciled',
  'target.feed_token_rotated',
  'import_source.created',
  'import_source.changed',
  'import_source.deleted',
  'import_source.password_rotated',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.paused',
  'webhook.resumed',
  'webhook.key_rotated',
  'webhook.resend_started',
  'resend.cancelled',
  'mail.looked_at',
  'mail.reparsed',
  'attachment.created',
  'import.created',
  'import.confirmed',
  'import.cancelled',
  'job.created',
  'job.cancelled',
  'erasures.reapplied',
  'secrets.resealed',
  'violations.repaired',
  'messages.retold',
  'restore.ordered',
  'unknown_object.taken_down',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_OUTCOMES = ['started', 'succeeded', 'refused', 'failed'] as const;

export const AuditOutcome = z.enum(AUDIT_OUTCOMES).meta({
  description:
    '`started`: the call is running, or its outcome was never recorded because the service crashed. `succeeded`: it took effect. `refused`: it had no effect; `status` and `code` say why. `failed`: the service answered with an error, and the call may have taken effect.',
});
export type AuditOutcome = z.infer<typeof AuditOutcome>;

export const AuditEntry = z
  .object({
    id: Id,
    at: Timestamp.meta({ description: 'When the call began.' }),
    accountId: Id.optional().meta({ description: 'Absent for actions that concern no account.' }),
    action: z.string().meta({ description: 'What was done. Further actions are possible.' }),
    actor: Actor.optional().meta({ description: 'Who did it.' }),
    address: z.string().meta({ description: 'The IP address of the caller.' }),
    requestId: z.string().meta({ description: 'The `X-Request-Id` of the call.' }),
    reason: z
      .string()
      .optional()
      .meta({ description: 'The reason for which an operator views the dashboard of the account.' }),
    resource: z
      .object({
        type: z.string(),
        id: Id.optional().meta({
          description: 'Absent if the call concerned several resources or created none.',
        }),
      })
      .meta({ description: 'The resource that the action concerned. It may no longer exist.' }),
    outcome: AuditOutcome,
    status: z.int().optional().meta({ description: 'The HTTP status of a refused or failed call.' }),
    code: z.string().optional().meta({ description: 'The `code` of a refused or failed call.' }),
  })
  .meta({
    id: 'AuditEntry',
    description: 'An action in an account, or an attempt of one.',
    example: {
      id: EXAMPLE_ID,
      at: EXAMPLE_TIME,
      accountId: EXAMPLE_ID,
      action: 'api_key.revoked',
      actor: { kind: 'api_key', id: EXAMPLE_ID, name: 'Production' },
      address: '192.0.2.17',
      requestId: 'req-0a1b2c3d4e5f6a7b8c9d0e1f',
      resource: { type: 'api_key', id: EXAMPLE_ID },
      outcome: 'succeeded',
    },
  });
export type AuditEntry = z.infer<typeof AuditEntry>;

const AuditChainBreak = z
  .object({
    number: z.int().min(1).meta({ description: 'The place in the audit log of the account, from 1.' }),
    entryId: Id.optional().meta({ description: 'The entry at this place. Absent if it is missing.' }),
    at: Timestamp.optional().meta({ description: 'The time of this entry.' }),
    flaw: z.enum(['changed', 'previous_missing', 'previous_changed', 'newest_missing']).meta({
      description:
        '`changed`: the entry says something else than when it was stored. `previous_missing`: the entry before it was removed. `previous_changed`: the entry before it was replaced. `newest_missing`: the newest entry was removed.',
    }),
  })
  .meta({ id: 'AuditChainBreak', description: 'A place at which an audit log is not as it was stored.' });
export type AuditChainBreak = z.infer<typeof AuditChainBreak>;

/** The result of checking the chain of an account's audit log, or a portion of a long one. */
export const AuditChainReport = z
  .object({
    accountId: Id,
    isChecked: z.boolean().meta({
      description: '`false` for an account that is being closed, because its erasure removes entries.',
    }),
    entries: z.int().min(0).meta({ description: 'The number of entries that this call has checked.' }),
    breaks: z.array(AuditChainBreak),
    next: z.int().optional().meta({
      description: 'Send it as `after` to check the following entries. Absent at the end of the log.',
    }),
  })
  .meta({ id: 'AuditChainReport', description: 'Whether the audit log of an account is complete.' });
export type AuditChainReport = z.infer<typeof AuditChainReport>;

/** The number of the entry after which the check of an audit log continues. */
export const AuditChainQuery = z.strictObject({
  accountId: z.string().meta({ description: 'The account whose audit log is checked.', example: EXAMPLE_ID }),
  after: z
    .preprocess(numberIn, z.int().min(0))
    .default(0)
    .meta({ description: 'Only entries after the one with this number.' }),
});

/** The filters of an audit log, of one account or of all. */
export const AuditLogQuery = ListQuery.extend({
  action: z.enum(AUDIT_ACTIONS).optional().meta({ description: 'Only entries with this action.' }),
  actorId: Id.optional().meta({ description: 'Only actions with this API key, or by this user.' }),
  resourceId: Id.optional().meta({ description: 'Only actions on this resource.' }),
  ...Period,
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;
