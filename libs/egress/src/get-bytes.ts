import { get as getPlainly } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { fileURLToPath } from 'node:url';

export interface GetBytes {
  /** Origins of byte stores to which a service may refer, such as `https://s3.example.org`. */
  storeOrigins: readonly string[];
  signal: AbortSignal;
}

/** A service refers to an address that the operator has not named. */
export class StoreNotNamed extends Error {
  override readonly name = 'StoreNotNamed';

  constructor(origin: string) {
    super(`The bytes are at ${origin}, which BYTE_STORE_ORIGINS does not name.`);
  }
}

const SEE_STORE = 307;

/**
 * Asks a service of this system for bytes, and fetches them from the byte store that it refers to. Whoever reads them checks their hash.
 * @throws StoreNotNamed
 */
export async function getBytes(url: URL, options: GetBytes): Promise<IncomingMessage> {
  const found = await findBytes(url, options);
  if ('file' in found) throw new StoreNotNamed(found.file);
  return found;
}

/**
 * The same for a service that can read the files of the byte store: where they are in one, the service of this system says in which.
 * @throws StoreNotNamed
 */
export async function findBytes(
  url: URL,
  { storeOrigins, signal }: GetBytes,
): Promise<IncomingMessage | { file: string }> {
  const answer = await get(url, signal);
  const { location } = answer.headers;
  if (answer.statusCode !== SEE_STORE || location === undefined) return answer;
  answer.resume();
  const target = new URL(location, url);
  if (target.protocol === 'file:') return { file: fileURLToPath(target) };
  if (!storeOrigins.includes(target.origin)) throw new StoreNotNamed(target.origin);
  return get(target, signal);
}

/** Not `fetch`, whose streams handle every chunk in several asynchronous layers. */
function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? getSecurely : getPlainly;
  return new Promise((resolve, reject) => {
    request(url, { signal }, resolve).once('error', reject);
  });
}
