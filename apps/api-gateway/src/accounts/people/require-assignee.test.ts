import { describe, expect, it } from 'vitest';
import type { AccountsDeps } from '../accounts-deps.ts';
import { requireAssignee } from './require-assignee.ts';

const CALL = { accountId: 'own', requestId: 'req-1', permissions: [], ifMatch: '"1"' };

/** A request that is assigned to somebody, in an account with one user. */
const deps = (present?: string) =>
  ({
    users: {
      find: (accountId: string, id: string) =>
        Promise.resolve(accountId === 'own' && id === 'anna' ? { id } : null),
    },
    askOwner: (_operation: unknown, _input: unknown, { ifMatch }: { ifMatch?: string }) =>
      Promise.resolve({ handling: { state: 'new', assignee: present }, ifMatch }),
  }) as unknown as Pick<AccountsDeps, 'users' | 'askOwner'>;
const check = (assignee: string | undefined, present?: string) =>
  requireAssignee(
    { id: 'r', state: 'done', ...(assignee !== undefined && { assignee }) },
    CALL,
    deps(present),
  );

describe('the assignee of a request', () => {
  it.each([
    ['a user of the account', 'anna', undefined],
    ['nobody', undefined, 'anna'],
    ['a removed user who was the assignee before', 'removed', 'removed'],
  ])('the assignee of a request may be %s', async (_who, assignee, present) => {
    await expect(check(assignee, present)).resolves.toBeUndefined();
  });

  it('the assignee of a request is refused when the account has no such user', async () => {
    await expect(check('somebody', 'anna')).rejects.toMatchObject({
      ...{ code: 'assignee-unknown', problems: [{ path: 'assignee' }] },
      message: 'assignee: the account has no user with the id somebody.',
    });
  });
});
