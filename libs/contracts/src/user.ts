import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { EmailAddress, filledLine } from './field-rules.ts';
import { Id, Timestamp } from './ids.ts';
import { Role } from './role.ts';

const UserName = filledLine(100).meta({
  description: 'If omitted, the name that the identity provider sends at the next sign-in.',
});

export const UserInput = z
  .strictObject({ email: EmailAddress, name: UserName.optional(), role: Role })
  .meta({ id: 'UserInput', example: { email: 'anna@example.org', name: 'Anna Adler', role: 'editor' } });

export const UserUpdate = z
  .strictObject({ name: UserName.optional(), role: Role })
  .meta({ id: 'UserUpdate', example: { name: 'Anna Adler', role: 'admin' } });

/** A person who may sign in to the dashboard of an account. */
export const User = z
  .object({
    id: Id,
    email: EmailAddress,
    name: z.string().max(200).optional(),
    role: Role,
    state: z.enum(['invited', 'active']).meta({
      description:
        '`invited`: the user has not signed in yet. `active`: the user has signed in through the identity provider of the account.',
    }),
    invitedAt: Timestamp,
    lastSignInAt: Timestamp.optional(),
  })
  .meta({
    id: 'User',
    description: 'A person who may sign in to the dashboard of the account.',
    example: {
      id: EXAMPLE_ID,
      email: 'anna@example.org',
      name: 'Anna Adler',
      role: 'editor',
      state: 'active',
      invitedAt: EXAMPLE_TIME,
      lastSignInAt: EXAMPLE_TIME,
    },
  });
export type User = z.infer<typeof User>;

/** A user after the invitation. */
export const InvitedUser = User.extend({
  isInvitationSent: z.boolean().meta({
    description:
      'Whether the service sends an email with the sign-in URL to the person. It does not without a mail server, or if the account or the address has reached its daily limit. In this case, send the URL yourself: `signInUrl` of `GET /account`.',
  }),
}).meta({
  id: 'InvitedUser',
  example: {
    ...{ id: EXAMPLE_ID, email: 'anna@example.org', name: 'Anna Adler', role: 'editor' },
    ...{ state: 'invited', invitedAt: EXAMPLE_TIME, isInvitationSent: true },
  },
});
export type InvitedUser = z.infer<typeof InvitedUser>;

/** Sends the sign-in address to an invited user by email; false without a mail server, and above the daily limits. */
export const sendInvitation = defineOperation({
  subject: 'ask.notifier.send-invitation',
  input: z.strictObject({
    userId: Id,
    email: EmailAddress,
    accountName: z.string(),
    signInUrl: z.string(),
    invitedBy: z.string().optional(),
  }),
  output: z.object({ isSent: z.boolean() }),
});
