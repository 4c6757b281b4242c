import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { VaultKey, VaultKeys } from './vault-keys.ts';

/** Encrypts secrets at rest with AES-256-GCM, each bound to the record that holds it. */
export interface Vault {
  /** Returns `v1.kid.iv.tag.ciphertext`, the last three in base64url; only the same `recordId` opens it. */
  seal(plaintext: string, recordId: string): string;
  /** Returns the plaintext, or throws SealBroken. */
  open(sealed: string, recordId: string): string;
  /** True if the text was not sealed with the current key. */
  needsReseal(sealed: string): boolean;
}

/** Thrown if the sealed text was changed, belongs to another record, or its key is missing. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Sealed {
  keyId: string;
  iv: Buffer;
  tag: Buffer;
  ciphertext: Buffer;
}

export function createVault(keys: VaultKeys): Vault {
  const known = new Map<string, VaultKey>([[keys.current.id, keys.current]]);
  if (keys.previous) {
    known.set(keys.previous.id, keys.previous);
  }
  return {
    seal: (plaintext, recordId) => seal(plaintext, recordId, keys.current),
    open: (sealed, recordId) => {
      const parts = parseSealed(sealed);
      const key = known.get(parts.keyId);
      if (key === undefined) {
        throw new SealBroken('The secret was encrypted with a key that is not configured.');
      }
      return decrypt(parts, recordId, key.key);
    },
    needsReseal: (sealed) => parseSealed(sealed).keyId !== keys.current.id,
  };
}

function seal(plaintext: string, recordId: string, { id, key }: VaultKey): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(recordId, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  const encoded = [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
  return [VERSION, id, ...encoded].join('.');
}

function decrypt({ iv, tag, ciphertext }: Sealed, recordId: string, key: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(recordId, 'utf8'));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new SealBroken('The encrypted secret was changed or belongs to another record.', { cause });
  }
}

function parseSealed(sealed: string): Sealed {
  const [version, keyId, iv, tag, ciphertext, ...more] = sealed.split('.');
  if (version !== VERSION || keyId === undefined || more.length > 0) {
    throw new SealBroken('The sealed text does not have the form v1.kid.iv.tag.ciphertext.');
  }
  return {
    keyId,
    iv: decodePart(iv, IV_BYTES),
    tag: decodePart(tag, TAG_BYTES),
    ciphertext: decodePart(ciphertext),
  };
}

function decodePart(text: string | undefined, expectedBytes?: number): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64url');
  // Two texts can decode to the same bytes (unused trailing bits); only the one that was written is accepted.
  const canonical = text !== undefined && bytes.toString('base64url') === text;
  if (!canonical || (expectedBytes !== undefined && bytes.length !== expectedBytes)) {
    throw new SealBroken('A part of the sealed text is missing or is not base64url.');
  }
  return bytes;
}
