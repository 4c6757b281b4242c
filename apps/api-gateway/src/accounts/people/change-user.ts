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

type Users = Pick<UserStore, 'get' | 'update' | 'remove' | 'insert' | 'hasAdmin'>;

const lastAdmin = () =>
  new InvalidInput(
    'This is the last active user of the account with the role admin. Give another active user the role first.',
    { code: 'last-admin' },
  );

/** Changes role and name of a user of the caller's account, but never makes the last active admin anything else. */
export async function updateUser(
  { id, role, name }: z.infer<typeof UserUpdate> & { id: string },
  call: Call,
  users: Users,
): Promise<StoredUser> {
  const { accountId } = call;
  requireOwnPermissions(role, call);
  let before: StoredUser | undefined;
  const changed = await changeIfMatch(call, {
    shownBy: SHAPE,
    read: () => users.get(accountId, id),
    show: toUser,
    write: async (seen, only) => {
      before = seen;
      if (role !== 'admin') await requireAnotherAdmin(seen, users);
      const { name: _name, ...rest } = seen;
      return users.update({ ...rest, role, ...(name !== undefined && { name }) }, only ? seen : undefined);
    },
  });
  const user = found(changed, 'user', id);
  if (!before || role === 'admin' || !isActiveAdmin(before)) return user;
  return unlessNoneIsLeft(user, users, () => users.update({ ...user, role: 'admin' }, undefined));
}

/** Removes a user of the caller's account, but never the last active admin. */
export async function removeUser(id: string, call: Call, users: Users): Promise<StoredUser> {
  const { accountId } = call;
  const removed = await changeIfMatch(call, {
    shownBy: SHAPE,
    read: () => users.get(accountId, id),
    show: toUser,
    write: async (seen, only) => {
      await requireAnotherAdmin(seen, users);
      return users.remove({ accountId, id, ...(only && { seen }) });
    },
  });
  const user = found(removed, 'user', id);
  if (!isActiveAdmin(user)) return user;
  return unlessNoneIsLeft(user, users, () => users.insert(user));
}

const isActiveAdmin = ({ role, identity }: StoredUser): boolean => role === 'admin' && identity !== undefined;

async function requireAnotherAdmin(user: StoredUser, users: Users): Promise<void> {
  const mayGo = !isActiveAdmin(user) || (await users.hasAdmin(user.accountId, user.id));
  if (!mayGo) throw lastAdmin();
}

/** Checked again, so that of two admins who remove each other at once at least one is refused. */
async function unlessNoneIsLeft(
  user: StoredUser,
  users: Users,
  undo: () => Promise<unknown>,
): Promise<StoredUser> {
  if (await users.hasAdmin(user.accountId)) return user;
  await undo();
  throw lastAdmin();
}
