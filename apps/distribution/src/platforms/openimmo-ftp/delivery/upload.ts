import { withSpan } from '@estate/observability';
import type { Archive } from '../zip.ts';
import { ChecksumOf, storedChecksum, type ChecksumCommand } from './checksums.ts';
import type { Connection } from './connection.ts';
import { within } from './deadline.ts';
import { NotAsStored } from './failures.ts';
import { ftpSpan } from './ftp-span.ts';
import { store } from './store.ts';
import { isRefusal, ofStoredFile, removed } from './stored-file.ts';

const SLOWEST_BYTES_PER_MS = 16;
/** A server reads the whole file for its checksum. */
const SLOWEST_CHECKSUM_BYTES_PER_MS = 5_000;

/**
 * Stores a package under the temporary name of the conversation; fails unless it is as long as what was sent and, where
 * the server computes checksums, has the same one.
 */
export async function upload(connection: Connection, archive: Archive, signal: AbortSignal): Promise<void> {
  const { client, host, timeouts } = connection;
  const { commandMs } = timeouts;
  const transfer = { ms: 60_000 + archive.size / SLOWEST_BYTES_PER_MS, signal };
  const computing = { ms: commandMs + archive.size / SLOWEST_CHECKSUM_BYTES_PER_MS, signal };
  await withSpan(ftpSpan('upload', host), async (span) => {
    span.note({ 'estate.package.bytes': archive.size });
    const sent = await within(client, transfer, () => storeAfresh(connection, archive));
    await within(client, { ms: commandMs, signal }, () => compareSize(connection, archive.size));
    const compared = await within(client, computing, () => compareChecksum(connection, sent));
    span.note({ 'estate.package.checksum': compared });
  });
}

/** What was sent, as the server should have it. */
interface Sent {
  command: ChecksumCommand;
  digest: string;
}

/** Some servers do not overwrite: then the rest of an earlier attempt is in the way. */
async function storeAfresh(connection: Connection, archive: Archive): Promise<Sent | undefined> {
  try {
    return await storeSummed(connection, archive);
  } catch (error) {
    if (!isRefusal(error) || !(await removed(connection, connection.temporaryName))) throw error;
    return storeSummed(connection, archive);
  }
}

async function storeSummed(
  { client, checksum: command, temporaryName: name }: Connection,
  archive: Archive,
): Promise<Sent | undefined> {
  if (command === undefined) {
    await store(client, archive.chunks(), name);
    return undefined;
  }
  const sum = new ChecksumOf(command.algorithm);
  await store(client, sum.passing(archive.chunks()), name);
  return { command, digest: sum.digest() };
}

async function compareSize(
  { client, knowsSize, temporaryName: name }: Connection,
  expected: number,
): Promise<void> {
  if (!knowsSize) return;
  const size = await ofStoredFile(() => client.size(name));
  if (size === expected) return;
  throw new NotAsStored(`${size} bytes arrived instead of ${expected}.`);
}

/** The algorithm that was compared, or `none`: the server offers no checksum, or did not tell it. */
async function compareChecksum(
  { client, temporaryName: name }: Connection,
  sent: Sent | undefined,
): Promise<string> {
  if (sent === undefined) return 'none';
  const { command, digest } = sent;
  const stored = await storedChecksum(client, command, name);
  if (stored === undefined) return 'none';
  if (stored === digest) return command.algorithm;
  const { algorithm } = command;
  throw new NotAsStored(`It arrived damaged: its ${algorithm} checksum is ${stored} instead of ${digest}.`);
}
