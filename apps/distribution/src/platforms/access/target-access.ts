import type { AccessKind, explainTarget, InputOf, TargetInputs, TargetReplacements } from '@estate/contracts';
import type { Problem } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import type { Vault } from '@estate/vault';
import type { Deps } from '../../deps.ts';
import type { Access, TargetRecord } from '../../domain/target.ts';
import type { TargetStore } from '../../stores/targets/target-store.ts';
import type { PlatformAccount } from '../platform.ts';

/** The caller, the target, and the state in which it may be replaced. */
export type IfSeen = Caller & { stored: TargetRecord; seen: TargetRecord | undefined };

/** The dependencies for opening the account of a target. */
export interface AccountDeps {
  vault: Pick<Vault, 'open'>;
  targets: Pick<TargetStore, 'rememberEncryption'>;
}

export type LoginDeps = Pick<Deps, 'consumers' | 'flows' | 'profiles' | 'signal' | 'vault'>;

/** A kind of access: how a target gets it, and how a platform sees the target. */
export interface TargetAccess<Kind extends AccessKind> {
  /** The access of a new target. @throws InvalidInput */
  begin(
    input: TargetInputs[Kind],
    ids: Pick<TargetRecord, 'id' | 'accountId'>,
    deps: Deps,
  ): Promise<Access & Pick<TargetRecord, 'login'>>;
  /** Replaces the settings of a customer; null if the target has changed since it was seen. @throws InvalidInput */
  replace(input: TargetReplacements[Kind], caller: IfSeen, deps: Deps): Promise<TargetRecord | null>;
  /** Problems that the platform finds in an input that the contract already refuses. */
  problems(question: InputOf<typeof explainTarget> & { type: string }, deps: Deps): Problem[];
  /** The account of the target for its platform, with decrypted secrets. */
  account(target: TargetRecord, deps: AccountDeps): PlatformAccount;
  /** The account of the target, for work that needs no secret. */
  closedAccount(target: TargetRecord): PlatformAccount;
  /** The account where the target publishes, in a canonical form; undefined if that cannot be determined now. */
  login(target: TargetRecord, deps: LoginDeps): Promise<string | undefined>;
}
