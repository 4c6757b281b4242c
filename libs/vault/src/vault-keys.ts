/** An AES-256 key with its id, which every text sealed with it contains. */
export interface VaultKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** `current` seals and opens; `previous` only opens, during a rotation. */
export interface VaultKeys {
  current: VaultKey;
  previous?: VaultKey;
}

const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const KEY_BYTES = 32;

/** Parses `id:base64[,id:base64]`, the current key first; throws an Error that says what is wrong and never shows a key. */
export function parseVaultKeys(spec: string): VaultKeys {
  const [current, previous, ...more] = spec
    .split(',')
    .map((entry, index) => parseKey(entry.trim(), index + 1));
  if (current === undefined || more.length > 0) {
    throw new Error('The vault takes one or two keys: the current one first, then the previous one.');
  }
  if (previous === undefined) {
    return { current };
  }
  if (previous.id === current.id) {
    throw new Error(`The vault keys need two different ids, but both are called "${current.id}".`);
  }
  return { current, previous };
}

function parseKey(entry: string, position: number): VaultKey {
  const separator = entry.indexOf(':');
  if (separator === -1) {
    throw new Error(`Vault key ${position} must have the form id:base64, but it has no colon.`);
  }
  const id = entry.slice(0, separator);
  const encoded = entry.slice(separator + 1);
  if (!KEY_ID.test(id)) {
    throw new Error(`The id of vault key ${position} must be 1 to 32 letters, digits, "-" or "_".`);
  }
  if (!BASE64.test(encoded)) {
    throw new Error(`Vault key "${id}" is not base64.`);
  }
  const key = Buffer.from(encoded, 'base64');
  if (key.length !== KEY_BYTES) {
    throw new Error(`Vault key "${id}" must be ${KEY_BYTES} bytes after base64, but it is ${key.length}.`);
  }
  return { id, key };
}
