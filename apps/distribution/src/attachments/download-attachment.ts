import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StoreNotNamed, getBytes } from '@estate/egress';
import { Unavailable } from '@estate/errors';
import { ReceivedSums } from './received-sums.ts';
import type { Received } from './received-sums.ts';

/** Where attachments come from. */
export interface CatalogAddress {
  /** Internal address of the catalog. */
  catalogUrl: string;
  /** Origins of byte stores to which the catalog may refer. */
  storeOrigins: readonly string[];
}

/** The catalog answers and does not have the bytes. */
export class AttachmentLost extends Error {
  override readonly name = 'AttachmentLost';
}

const FETCH_TIMEOUT_MS = 30_000;
/** Most photos are smaller: taken in one piece they spare the events of a stream. */
const WHOLE_BYTES_MAX = 2_000_000;

/** An answer of the catalog about one attachment or several, separated by commas. */
export async function askCatalog(
  names: string,
  { catalogUrl, storeOrigins }: CatalogAddress,
): Promise<{ response: IncomingMessage; signal: AbortSignal }> {
  const url = new URL(`/attachments/${names}`, catalogUrl);
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await getBytes(url, { storeOrigins, signal }).catch((cause: unknown) => {
    const message = cause instanceof StoreNotNamed ? cause.message : 'The catalog does not answer.';
    throw unavailable(message, cause);
  });
  return { response, signal };
}

/**
 * Stores the bytes of one attachment, of any size, in a file. @throws AttachmentLost; Unavailable when the catalog does not
 * answer now
 */
export async function downloadAttachment(
  sha256: string,
  part: string,
  catalog: CatalogAddress,
): Promise<Received> {
  const { response, signal } = await askCatalog(sha256, catalog);
  if (response.statusCode !== 200) {
    response.resume();
    if (response.statusCode === 404) throw new AttachmentLost(`The catalog has no attachment ${sha256}.`);
    throw unavailable(`The catalog answered ${String(response.statusCode)} for the attachment ${sha256}.`);
  }
  try {
    const size = Number(response.headers['content-length'] ?? Infinity);
    if (size > WHOLE_BYTES_MAX) return await storeStreaming(response, part, signal);
    return await storeWhole(await wholeBody(response, size), part);
  } catch (cause) {
    throw isDisk(cause)
      ? cause
      : unavailable(`The transfer of the attachment ${sha256} ended before it was complete.`, cause);
  }
}

async function storeStreaming(
  response: IncomingMessage,
  part: string,
  signal: AbortSignal,
): Promise<Received> {
  const sums = new ReceivedSums();
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sums.add(chunk);
      done(null, chunk);
    },
  });
  await pipeline(response, measure, createWriteStream(part), { signal });
  return sums.result();
}

/** Not `stream/consumers`, which makes a Blob of it and copies it out again. */
function wholeBody(response: IncomingMessage, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      length += chunk.copy(bytes, length);
    });
    response.once('end', () => resolve(bytes.subarray(0, length)));
    response.once('error', reject);
  });
}

export async function storeWhole(bytes: Buffer, part: string): Promise<Received> {
  const sums = new ReceivedSums();
  sums.add(bytes);
  await writeFile(part, bytes);
  return sums.result();
}

const unavailable = (message: string, cause?: unknown): Unavailable =>
  new Unavailable(message, { code: 'service-unavailable', cause });

const isDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EACCES', 'EROFS', 'ENOENT', 'EIO'].includes(String(error.code));
