import type { StoredApiKey } from '../../domain/api-key.ts';
import type { SessionHolder } from '../../domain/session-holder.ts';
import type { StoredSignIn } from '../../domain/sign-in.ts';
import type { StoredUser } from '../../domain/user.ts';
import type { SignInStore } from '../../stores/sign-in-store.ts';
import type { UserStore } from '../../stores/user-store.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { KeyRing } from './key-ring.ts';
import { RememberedLookUp } from './remembered-look-up.ts';

interface Parts {
  keyRing: Pick<KeyRing<StoredApiKey>, 'findByHash'>;
  users: Pick<UserStore, 'findByIds'>;
  signIns: Pick<SignInStore, 'findOfAccounts'>;
  clock: () => Date;
}

/** The key or the user of a session. */
export type SessionMember = { key: StoredApiKey } | { user: StoredUser };

/**
 * Finds the holder of a session, cached for a few seconds. A session of a key ends when its key is revoked, or when the account gets an
 * identity provider. A session of a user ends when the user is removed, or when the account changes its provider.
 */
export class SessionMembers {
  readonly #keyRing: Parts['keyRing'];
  readonly #users: RememberedLookUp<StoredUser>;
  readonly #signIns: RememberedLookUp<{ settings: StoredSignIn | null }>;

  constructor({ keyRing, users, signIns, clock }: Parts) {
    this.#keyRing = keyRing;
    this.#users = new RememberedLookUp({ findAll: (ids) => users.findByIds(ids), clock });
    this.#signIns = new RememberedLookUp({ findAll: (ids) => signIns.findOfAccounts(ids), clock });
  }

  /** The holder; null if the session has ended. */
  async find(holder: SessionHolder): Promise<SessionMember | null> {
    return 'keyHash' in holder ? this.#byKey(holder.keyHash) : this.#byUser(holder);
  }

  /** The identity provider of an account, if it has one. */
  async signInOf(accountId: string): Promise<StoredSignIn | null> {
    return (await this.#signIns.find(accountId))?.settings ?? null;
  }

  async #byKey(hash: string): Promise<SessionMember | null> {
    const key = await this.#keyRing.findByHash(hash);
    return key && !(await this.signInOf(key.accountId)) ? { key } : null;
  }

  async #byUser({
    userId,
    fingerprint,
  }: {
    userId: string;
    fingerprint: string;
  }): Promise<SessionMember | null> {
    const user = await this.#users.find(userId);
    if (!user?.identity || fingerprintOf(user.identity) !== fingerprint) return null;
    const settings = await this.signInOf(user.accountId);
    return settings?.issuer === user.identity.issuer ? { user } : null;
  }
}
