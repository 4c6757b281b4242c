import { createHash } from 'node:crypto';
import type { Actor, ActorKind } from '@estate/contracts';
import { secretsEqual } from '@estate/vault';
import type { StoredOperatorKey } from '../../domain/operator-key.ts';
import { ACTOR_NAME_MAX } from '../../domain/user.ts';
import type { KeyRing } from './key-ring.ts';

/** The credential of an operator, as stored in a session: an email address at the provider, a key, or the operator token. */
export type OperatorProof = { email: string } | { keyHash: string } | { tokenHash: string };

/** An operator, with the credential that has to stay valid during the session. */
export interface Operator {
  actor: Actor;
  proof: OperatorProof;
}

interface Parts {
  token: string;
  keyRing: Pick<KeyRing<StoredOperatorKey>, 'find' | 'findByHash'>;
  /** The check of an address at the provider of the operators. */
  realms: { isOperator(email: string): boolean };
}

/** Decides who is currently an operator. */
export class Operators {
  readonly #parts: Parts;
  readonly #tokenHash: string;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tokenHash = createHash('sha256').update(parts.token).digest('base64url');
  }

  /** The operator of the presented token or key; null for anything else. */
  async find(presented: string): Promise<Operator | null> {
    const { token, keyRing } = this.#parts;
    if (secretsEqual(presented, token)) return this.#byToken();
    const key = await keyRing.find(presented);
    return key && byKey(key);
  }

  /** The operator of a session; null if the key was revoked, the token replaced, or the address is no longer that of an operator. */
  async findAgain(proof: OperatorProof): Promise<Operator | null> {
    const { keyRing, realms } = this.#parts;
    if ('email' in proof) return realms.isOperator(proof.email) ? byEmail(proof.email) : null;
    if ('tokenHash' in proof) return proof.tokenHash === this.#tokenHash ? this.#byToken() : null;
    const key = await keyRing.findByHash(proof.keyHash);
    return key && byKey(key);
  }

  #byToken(): Operator {
    return { actor: { kind: KIND }, proof: { tokenHash: this.#tokenHash } };
  }
}

const KIND: ActorKind = 'operator';

const byKey = ({ id, name, hash }: StoredOperatorKey): Operator => ({
  actor: { kind: KIND, id, name },
  proof: { keyHash: hash },
});

/** The operator who signed in at the provider of the operators. */
export const byEmail = (email: string): Operator => ({
  actor: { kind: KIND, name: email.slice(0, ACTOR_NAME_MAX) },
  proof: { email },
});
