import { identifyingAddress } from '@estate/persistence';
import type { StoredUser } from '../../domain/user.ts';
import type { UserStore } from '../../stores/user-store.ts';
import type { Person, Profile } from './exchange-code.ts';
import { SignInProblem } from './problem.ts';

interface Parts {
  users: Pick<UserStore, 'signIn' | 'accept' | 'name'>;
  clock: () => Date;
}

/**
 * The user of a person in an account: by issuer and subject, or, the first time, by the verified email address of an open invitation.
 * @throws SignInProblem
 */
export async function acceptPerson(
  person: Person,
  accountId: string,
  { users, clock }: Parts,
): Promise<StoredUser> {
  const now = clock();
  const identity = { issuer: person.issuer, subject: person.subject };
  const known = await users.signIn(accountId, identity, now);
  if (known) return known;
  const { name, ...profile } = await person.profile();
  const emailKey = identifyingAddress(verifiedEmailOf(profile));
  if (emailKey === undefined) throw new SignInProblem('email-unusable');
  const user =
    (await users.accept({ accountId, emailKey }, identity, now)) ??
    // The same person may have accepted the invitation at the same moment, in another window.
    (await users.signIn(accountId, identity, now));
  if (!user) throw new SignInProblem('not-invited');
  if (user.name === undefined && name !== undefined) await users.name(user.id, name);
  return user;
}

/** @throws SignInProblem unless the provider has verified the address */
export function verifiedEmailOf({ email, emailVerified }: Omit<Profile, 'name'>): string {
  if (email === undefined || !emailVerified) throw new SignInProblem('email-unverified');
  return email;
}
