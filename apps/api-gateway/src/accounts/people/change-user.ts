import { User } from '@estate/contracts';
import type { UserUpdate } from '@estate/contracts';
import { InvalidInput, found } from '@estate/errors';
import { changeIfMatch } from '@estate/messaging';
import type { z } from 'zod';
import { toUser } from '../../domain/user.ts';
import type { StoredUser } from '../../domain/user.ts';
import type { Call } from '../../edge/routing/call.ts';
import type { UserStore } from '../../stores/user-store.ts';
import { requireOwnPermissions } from './require-own-permissions.ts';

const SHAPE = { subject: 'user', output: User };

interface UserDeps {
  users: Pick<UserStore, 'get' | 'update' | 'remove' | 'announceLeaving' | 'endLeaving'>;
  clock: () => Date;
}

const lastAdmin = () =>
  new InvalidInput(
    'This is the last active user of the account with the role admin. Give another active user the role first.',
    { code: 'last-admin' },
  );

/** Changes role and name of a user of the caller's account, but never the role of the last active admin. */
export async function updateUser(
  { id, role, name }: z.infer<typeof UserUpdate> & { id: string },
  call: Call,
  deps: UserDeps,
): Promise<StoredUser> {
  const { accountId } = call;
  const { users } = deps;
  requireOwnPermissions(role, call);
  const changed = await changeIfMatch(call, {
    shownBy: SHAPE,
    read: () => users.get(accountId, id),
    show: toUser,
    write: (seen, only) => {
      const { name: _name, ...rest } = seen;
      const wish = { ...rest, role, ...(name !== undefined && { name }) };
      const write = () => users.update(wish, only ? seen : undefined);
      return role === 'admin' ? write() : leave(seen, write, deps);
    },
  });
  return found(changed, 'user', id);
}

/** Removes a user of the caller's account, but never the last active admin. */
export async function removeUser(id: string, call: Call, deps: UserDeps): Promise<StoredUser> {
  const { accountId } = call;
  const { users } = deps;
  const removed = await changeIfMatch(call, {
    shownBy: SHAPE,
    read: () => users.get(accountId, id),
    show: toUser,
    write: (seen, only) => leave(seen, () => users.remove({ accountId, id, ...(only && { seen }) }), deps),
  });
  return found(removed, 'user', id);
}

/** Runs a write after which a user may no longer be an admin. @throws InvalidInput `last-admin` */
async function leave(
  user: StoredUser,
  write: () => Promise<StoredUser | null>,
  { users, clock }: UserDeps,
): Promise<StoredUser | null> {
  if (user.role !== 'admin' || user.identity === undefined) return write();
  const leaving = await users.announceLeaving(user, clock());
  if (!leaving) throw lastAdmin();
  const written = await write();
  if (written === null) await users.endLeaving(leaving);
  return written;
}
