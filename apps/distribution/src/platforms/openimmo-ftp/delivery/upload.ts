import { withSpan } from '@estate/observability';
import { FTPError } from 'basic-ftp';
import type { Archive } from '../zip.ts';
import { distrust } from './checksum-trust.ts';
import { ChecksumOf, storedChecksums, type ChecksumCommand } from './checksums.ts';
import type { Connection } from './connection.ts';
import { within } from './deadline.ts';
import { NotAsStored } from './failures.ts';
import { ftpSpan } from './ftp-span.ts';
import { store } from './store.ts';
import { isRefusal, ofStoredFile, removed } from './stored-file.ts';

const SLOWEST_BYTES_PER_MS = 16;
/** The assumed minimum speed at which a server computes a checksum. */
const SLOWEST_CHECKSUM_BYTES_PER_MS = 5_000;
/** A file with a known checksum, to test whether a server computes checksums correctly. */
const PROBE = Buffer.from('Does this server compute checksums?');

/** The time limit for the transfer of a package. */
export const transferMs = ({ size }: Pick<Archive, 'size'>): number => 60_000 + size / SLOWEST_BYTES_PER_MS;

type Stored = Pick<Archive, 'size' | 'chunks'> & Partial<Pick<Archive, 'release'>>;

/**
 * Stores a package under the temporary name of the conversation; fails unless its size and, if the server computes checksums, its checksum
 * are those that were sent.
 */
export async function upload(connection: Connection, archive: Archive, signal: AbortSignal): Promise<void> {
  await withSpan(ftpSpan('upload', connection.host), async (span) => {
    span.note({ 'estate.package.bytes': archive.size });
    const difference = await storeCompared(connection, archive, signal);
    if (difference !== undefined) {
      if (await computesChecksums(connection, signal)) throw new NotAsStored(difference);
      distrust(connection);
      connection.checksum = undefined;
      await storeCompared(connection, archive, signal);
    }
    span.note({ 'estate.package.checksum': connection.checksum?.algorithm ?? 'none' });
  });
}

/** Distinguishes a server that received other bytes from one whose checksums are always wrong. */
async function computesChecksums(connection: Connection, signal: AbortSignal): Promise<boolean> {
  async function* chunks() {
    yield await Promise.resolve(PROBE);
  }
  return (await storeCompared(connection, { size: PROBE.length, chunks }, signal)) === undefined;
}

/** Returns the difference of the server's checksum, if any. */
async function storeCompared(
  connection: Connection,
  stored: Stored,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { client, timeouts } = connection;
  const { commandMs } = timeouts;
  const transfer = { ms: transferMs(stored), signal };
  const computing = { ms: commandMs + stored.size / SLOWEST_CHECKSUM_BYTES_PER_MS, signal };
  const sent = await within(client, transfer, () => storeAfresh(connection, stored));
  await within(client, { ms: commandMs, signal }, () => compareSize(connection, stored.size));
  try {
    return await within(client, computing, () => compareChecksum(connection, sent));
  } catch (error) {
    // An error that ends the session would end every further one.
    if (!signal.aborted && !(error instanceof FTPError)) distrust(connection);
    throw error;
  }
}

/** The bytes that were sent, as the server should have them. */
interface Sent {
  command: ChecksumCommand;
  digest: string;
}

/** Stores a file. Some servers do not overwrite: then the file of an earlier attempt must be removed first. */
async function storeAfresh(connection: Connection, stored: Stored): Promise<Sent | undefined> {
  try {
    return await storeSummed(connection, stored);
  } catch (error) {
    if (!isRefusal(error) || !(await removed(connection.client, connection.temporaryName))) throw error;
    return storeSummed(connection, stored);
  }
}

async function storeSummed(
  { client, checksum: command, temporaryName: name }: Connection,
  stored: Stored,
): Promise<Sent | undefined> {
  const { release } = stored;
  if (command === undefined) {
    await store(client, { chunks: stored.chunks(), ...(release && { release }) }, name);
    return undefined;
  }
  const sum = new ChecksumOf(command.algorithm);
  await store(client, { chunks: sum.passing(stored.chunks()), ...(release && { release }) }, name);
  return { command, digest: sum.digest() };
}

async function compareSize(
  { client, knowsSize, temporaryName: name }: Connection,
  expected: number,
): Promise<void> {
  if (!knowsSize) return;
  const size = await ofStoredFile(() => client.size(name));
  if (size === expected) return;
  throw new NotAsStored(`The file has ${size} bytes on the server instead of ${expected}.`);
}

/** Without a checksum from the server, the file counts as stored correctly. */
async function compareChecksum(
  { client, temporaryName: name }: Connection,
  sent: Sent | undefined,
): Promise<string | undefined> {
  if (sent === undefined) return undefined;
  const { command, digest } = sent;
  const stored = await storedChecksums(client, command, name);
  if (stored.length === 0 || stored.includes(digest)) return undefined;
  return `The file arrived damaged: its ${command.algorithm} checksum is ${stored.join(' or ')} instead of ${digest}.`;
}
