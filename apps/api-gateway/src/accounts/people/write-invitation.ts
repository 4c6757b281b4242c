import { sendInvitation } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { StoredUser } from '../../domain/user.ts';
import type { Call } from '../../edge/routing/call.ts';

type Writing = Pick<AccountsDeps, 'accounts' | 'askOwner' | 'guard' | 'log' | 'signInAddresses'>;

/**
 * Sends the sign-in address to an invited user by email; false if none is sent. The user is invited in any case: the address can be sent in
 * another way.
 */
export async function writeInvitation(
  { id: userId, accountId, email }: StoredUser,
  call: Call,
  { accounts, askOwner, guard, log, signInAddresses }: Writing,
): Promise<boolean> {
  if (!(await guard.members.signInOf(accountId))) return false;
  const { name: accountName } = await accounts.get(accountId);
  const signInUrl = signInAddresses.signInUrl(accountId);
  const invitedBy = call.user?.name ?? call.user?.email;
  const about = { userId, email, accountName, signInUrl, ...(invitedBy !== undefined && { invitedBy }) };
  try {
    return (await askOwner(sendInvitation, about, call)).isSent;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn({ err: error, userId }, 'invitation.not-sent');
    return false;
  }
}
