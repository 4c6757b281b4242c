import { getRequest } from '@estate/contracts';
import type { HandlingInput } from '@estate/contracts';
import { refusal } from '@estate/errors';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Call } from '../../edge/routing/call.ts';

type Needed = Pick<AccountsDeps, 'askOwner'> & { users: Pick<AccountsDeps['users'], 'find'> };

/** Checks a new assignee; a removed user may stay the assignee. @throws InvalidInput `assignee-unknown` */
export async function requireAssignee(
  { id, assignee }: HandlingInput & { id: string },
  { ifMatch: _ifMatch, ...call }: Call,
  { users, askOwner }: Needed,
): Promise<void> {
  if (assignee === undefined || (await users.find(call.accountId, assignee))) return;
  const { handling } = await askOwner(getRequest, { id }, call);
  if (handling.assignee === assignee) return;
  const message = `assignee: the account has no user with the id ${assignee}`;
  throw refusal('assignee-unknown', 'assignee', message);
}
