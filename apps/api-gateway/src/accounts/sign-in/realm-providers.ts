import { identifyingAddress } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import type { SignInStore } from '../../stores/sign-in-store.ts';
import type { ProviderClient } from './providers.ts';
import type { Realm } from './started-sign-ins.ts';

/** The provider of the operators, and the rule for who is one. */
export interface OperatorSignIn {
  client: ProviderClient;
  emails: readonly string[];
}

interface Parts {
  signIns: Pick<SignInStore, 'find'>;
  vault: Pick<Vault, 'open'>;
  operators: OperatorSignIn | undefined;
}

/** Finds the provider for signing in to an account, or as an operator. */
export class RealmProviders {
  readonly #parts: Parts;
  readonly #operatorEmails: ReadonlySet<string>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#operatorEmails = new Set(
      parts.operators?.emails.flatMap((email) => identifyingAddress(email) ?? []),
    );
  }

  /** The provider; undefined if none is configured. */
  async find(realm: Realm): Promise<ProviderClient | undefined> {
    const { signIns, vault, operators } = this.#parts;
    if (realm === 'operator') return operators?.client;
    const settings = await signIns.find(realm.accountId);
    if (!settings) return undefined;
    const { accountId, issuer, clientId, sealedSecret } = settings;
    const clientSecret = sealedSecret === undefined ? undefined : vault.open(sealedSecret, accountId);
    return { issuer, clientId, clientSecret };
  }

  isOperator(email: string): boolean {
    const address = identifyingAddress(email);
    return address !== undefined && this.#operatorEmails.has(address);
  }
}
