import { createVault } from './vault.ts';
import type { VaultKey, VaultKeys } from './vault-keys.ts';

/** A text that was sealed for a record. */
export interface SealedText {
  recordId: string;
  sealed: string;
}

/** The knowledge of a service's own store about keys. */
export interface KeyChecks {
  /** The check of the key with this id; undefined when none was stored. */
  find(keyId: string): Promise<string | undefined>;
  /** Stores a check unless there is one, and returns what is stored then. */
  add(keyId: string, check: string): Promise<string>;
  /** A few of the stored texts that were sealed with a key of this id. */
  sealedWith(keyId: string): Promise<readonly SealedText[]>;
}

/** Thrown if a key has the id of another one; `message` is one line that names the setting and never a key. */
export class WrongVaultKey extends Error {
  override readonly name = 'WrongVaultKey';

  constructor({ id }: VaultKey) {
    super(
      `VAULT_KEYS: the key "${id}" is not the one that this service encrypted its secrets with: same id, other bytes. Put that key back, or give the new key its own id.`,
    );
    // A stack trace does not help whoever has set the environment.
    this.stack = `WrongVaultKey: ${this.message}`;
  }
}

const recordOf = ({ id }: VaultKey): string => `vault-key:${id}`;
/** A known text, which is sealed to check a key. */
const PLAINTEXT = 'This key is the right one.';

/**
 * Checks that every key is the one that its id means in this store, and stores a check of a new one.
 * @throws WrongVaultKey
 */
export async function requireKnownKeys({ current, previous }: VaultKeys, checks: KeyChecks): Promise<void> {
  for (const key of previous ? [current, previous] : [current]) await requireKnown(key, checks);
}

async function requireKnown(key: VaultKey, checks: KeyChecks): Promise<void> {
  const check = (await checks.find(key.id)) ?? (await noted(key, checks));
  if (!opens(key, { recordId: recordOf(key), sealed: check })) throw new WrongVaultKey(key);
}

/** Stores the first check of a key, if the texts that are sealed already confirm the key. */
async function noted(key: VaultKey, checks: KeyChecks): Promise<string> {
  const texts = await checks.sealedWith(key.id);
  if (texts.length > 0 && !texts.some((text) => opens(key, text))) throw new WrongVaultKey(key);
  // If two replicas have different keys, the second one finds the check of the first.
  return checks.add(key.id, createVault({ current: key }).seal(PLAINTEXT, recordOf(key)));
}

function opens(key: VaultKey, { recordId, sealed }: SealedText): boolean {
  try {
    createVault({ current: key }).open(sealed, recordId);
    return true;
  } catch {
    return false;
  }
}
