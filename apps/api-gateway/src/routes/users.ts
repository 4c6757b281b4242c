import { InvitedUser, ListQuery, User, UserInput, UserUpdate, pageOf } from '@estate/contracts';
import { readable } from '@estate/messaging';
import { z } from 'zod';
import { toUser } from '../domain/user.ts';
import { removeUser, updateUser } from '../accounts/people/change-user.ts';
import { inviteUser } from '../accounts/people/invite-user.ts';
import { writeInvitation } from '../accounts/people/write-invitation.ts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';

const id = z.string();
const access = 'manage' as const;
const USERS = '/account/users';

/** Routes of the users of the account. */
export const userRoutes: GatewayRoute[] = [
  own(`GET ${USERS}`, {
    summary: 'List users',
    input: ListQuery,
    output: pageOf(User),
    run: async (query, { accountId }, { users }) => {
      const { hasMore, data } = await users.list(accountId, query);
      return { hasMore, data: data.map(readable(toUser)) };
    },
  }),
  own(`POST ${USERS}`, {
    summary: 'Invite a user',
    description:
      'The person signs in at `signInUrl` of `GET /account`. If the operator has configured a mail server, the service sends this URL by email, up to 50 times a day, and up to three times a day to the same address. The first sign-in with this email address accepts the invitation; the identity provider must have verified the address. Later sign-ins are matched only by the issuer and the subject of the provider.',
    access,
    audit: 'user.invited',
    status: 201,
    errors: ['user-exists', 'scope-missing'],
    input: UserInput,
    output: InvitedUser,
    // The outcome of the email is not a part of the user.
    versioned: false,
    run: async (input, call, deps) => {
      const user = await inviteUser(input, call, deps);
      return { ...toUser(user), isInvitationSent: await writeInvitation(user, call, deps) };
    },
  }),
  own(`GET ${USERS}/{id}`, {
    summary: 'Get a user',
    errors: ['user-not-found'],
    input: z.strictObject({ id }),
    output: User,
    run: async (of, { accountId }, { users }) => toUser(await users.get(accountId, of.id)),
  }),
  own(`PUT ${USERS}/{id}`, {
    summary: 'Replace a user',
    description:
      'The role takes effect within five seconds, also for open sessions. The email address cannot change; invite the person again instead.',
    access,
    audit: 'user.changed',
    errors: ['user-not-found', 'last-admin', 'scope-missing'],
    input: UserUpdate.extend({ id }),
    output: User,
    run: async (input, call, deps) => toUser(await updateUser(input, call, deps)),
  }),
  own(`DELETE ${USERS}/{id}`, {
    summary: 'Remove a user',
    description:
      'The sessions of the user end within five seconds. The last active user with the role `admin` cannot be removed.',
    access,
    audit: 'user.removed',
    errors: ['user-not-found', 'last-admin'],
    input: z.strictObject({ id }),
    output: User,
    run: async (of, call, deps) => toUser(await removeUser(of.id, call, deps)),
  }),
];
