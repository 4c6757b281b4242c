import { get as getPlainly } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { fileURLToPath } from 'node:url';

export interface GetBytes {
  /** The origins of byte stores to which a service may redirect, such as `https://s3.example.org`. */
  storeOrigins: readonly string[];
  signal: AbortSignal;
}

/** Thrown if a service redirects to an address that the operator has not configured. */
export class StoreNotNamed extends Error {
  override readonly name = 'StoreNotNamed';

  constructor(origin: string) {
    super(`The bytes are at ${origin}, which BYTE_STORE_ORIGINS does not name.`);
  }
}

const SEE_STORE = 307;

/**
 * Requests bytes from a service of this system, and fetches them from the byte store that it redirects to. The reader checks their hash.
 * @throws StoreNotNamed
 */
export async function getBytes(url: URL, options: GetBytes): Promise<IncomingMessage> {
  const found = await findBytes(url, options);
  if ('file' in found) throw new StoreNotNamed(found.file);
  return found;
}

/**
 * Like `getBytes`, for a service that can read the files of the byte store: if the bytes are in a file, the other service names it.
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

/** Requests a URL without `fetch`, whose streams handle every chunk in several asynchronous layers. */
function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? getSecurely : getPlainly;
  return new Promise((resolve, reject) => {
    request(url, { signal }, resolve).once('error', reject);
  });
}
