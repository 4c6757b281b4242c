import type { UserInput } from '@estate/contracts';
import { createOnce, normalizedAddress } from '@estate/persistence';
import type { z } from 'zod';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { StoredUser } from '../../domain/user.ts';
import type { Call } from '../../edge/routing/call.ts';
import { requireOwnPermissions } from './require-own-permissions.ts';

/** Invites a person to the account of the call. @throws InvalidInput `user-exists`, NotAllowed */
export function inviteUser(
  { email, name, role }: z.infer<typeof UserInput>,
  call: Call,
  { users, newId, clock }: Pick<AccountsDeps, 'users' | 'newId' | 'clock'>,
): Promise<StoredUser> {
  const { accountId } = call;
  requireOwnPermissions(role, call);
  return createOnce(call, {
    newId,
    find: (id) => users.find(accountId, id),
    create: (id) =>
      users.insert({
        ...{ id, accountId, email, role },
        emailKey: normalizedAddress(email),
        ...(name !== undefined && { name }),
        invitedAt: clock(),
      }),
  });
}
