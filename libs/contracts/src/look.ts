import { z } from 'zod';
import { Actor } from './actor.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { filledLine } from './field-rules.ts';
import { Id, Timestamp } from './ids.ts';

export const LOOK_MINUTES = 30;

export const LOOK_REASON_MAX = 300;

export const LookInput = z
  .strictObject({
    reason: filledLine(LOOK_REASON_MAX).meta({
      description: 'Why the operator views the account. The customer sees the reason in the audit log.',
    }),
  })
  .meta({ id: 'LookInput', example: { reason: 'Support request 4711: a listing is not published' } });

/** An operator's view of an account's dashboard. */
export const Look = z
  .object({
    id: Id,
    accountId: Id,
    reason: z.string(),
    operator: Actor.optional(),
    until: Timestamp.meta({ description: `When the look ends, ${LOOK_MINUTES} minutes after its start.` }),
  })
  .meta({
    id: 'Look',
    description:
      'A read-only session of the dashboard of an account. Its cookie is part of the response and replaces that of an earlier look.',
    example: {
      id: EXAMPLE_ID,
      accountId: EXAMPLE_ID,
      reason: 'Support request 4711: a listing is not published',
      operator: { kind: 'operator', id: EXAMPLE_ID, name: 'Olga Operator' },
      until: EXAMPLE_TIME,
    },
  });
export type Look = z.infer<typeof Look>;
