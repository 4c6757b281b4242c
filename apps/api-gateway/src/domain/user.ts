import type { Role, User } from '@estate/contracts';

/** The identity of a person at an identity provider: the subject is unique within the issuer. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** A user in the gateway. */
export interface StoredUser {
  id: string;
  accountId: string;
  /** The address as written in the invitation. */
  email: string;
  /** The canonical form of the address for comparison. */
  emailKey: string;
  name?: string;
  role: Role;
  invitedAt: Date;
  lastSignInAt?: Date;
  /** The identity of the person who accepted the invitation; absent for an invited user. */
  identity?: Identity;
}

export const toUser = (user: StoredUser): User => ({
  id: user.id,
  email: user.email,
  ...(user.name !== undefined && { name: user.name }),
  role: user.role,
  state: user.identity ? 'active' : 'invited',
  invitedAt: user.invitedAt.toISOString(),
  ...(user.lastSignInAt && { lastSignInAt: user.lastSignInAt.toISOString() }),
});

export const ACTOR_NAME_MAX = 200;

/** The name of a user as an actor. */
export const actorNameOf = ({ name, email }: Pick<StoredUser, 'name' | 'email'>): string =>
  (name ?? email).slice(0, ACTOR_NAME_MAX);
