import { withSpan } from '@estate/observability';
import type { Client } from 'basic-ftp';
import type { PublicationOutcome, PublicationFailure } from '../../platform.ts';
import type { Archive } from '../zip.ts';
import type { Connection } from './connection.ts';
import { INTERRUPTED, within } from './deadline.ts';
import { ftpSpan } from './ftp-span.ts';
import { failure, Interrupted, NotAsStored, type Phase } from './failures.ts';
import { unreadable, WatchedArchive } from './source-failure.ts';
import { isRefusal, ofStoredFile, removed } from './stored-file.ts';
import { transferMs, upload } from './upload.ts';

export interface Delivery {
  /** The final name. */
  name: string;
  archive: Archive;
  /** Awaited before the file gets its final name; a failure prevents that. */
  approval: Promise<PublicationFailure | undefined>;
  signal: AbortSignal;
  /** True if the account still belongs to this worker; called before the file gets its final name. */
  isHeld(): boolean;
}

/**
 * Stores a package under a temporary name and gives it its final name, so that an importer never sees half a file; a file with that name is
 * replaced. After a failure, the file is removed if possible.
 */
export async function deliver(connection: Connection, delivery: Delivery): Promise<PublicationOutcome> {
  if (connection.isDirect) return deliverAtOnce({ ...connection, temporaryName: delivery.name }, delivery);
  const { name, approval, signal } = delivery;
  const archive = new WatchedArchive(delivery.archive);
  const { host, timeouts } = connection;
  let phase: Phase = 'store';
  try {
    const asking = { ms: timeouts.commandMs, signal };
    await upload(connection, archive, signal);
    const refused = await approval;
    if (refused !== undefined) {
      await removeTemporary(connection);
      return { ok: false, failure: refused };
    }
    phase = 'rename';
    await withSpan(ftpSpan('rename', host), () =>
      within(connection.client, asking, () => rename(connection, delivery)),
    );
    return { ok: true };
  } catch (error) {
    const { broken } = archive;
    await removeTemporary(connection);
    if (broken) return { ok: false, failure: unreadable(broken.error) };
    return { ok: false, failure: failure(error, { ...connection, phase, path: name }) };
  }
}

/** Stores a package on a server that does not rename. A file that an importer takes before its size is compared was stored completely. */
async function deliverAtOnce(
  connection: Connection,
  { archive: given, approval, signal, isHeld }: Delivery,
): Promise<PublicationOutcome> {
  const archive = new WatchedArchive(given);
  const refused = await approval;
  if (refused !== undefined) return { ok: false, failure: refused };
  try {
    if (!isHeld()) throw new Interrupted(INTERRUPTED);
    // Half a package would have its final name, so unreadable files are found before anything is sent.
    await within(connection.client, { ms: transferMs(archive), signal }, () => readOnce(archive));
    await upload(connection, archive, signal);
    return { ok: true };
  } catch (error) {
    if (error instanceof NotAsStored && error.cause !== undefined) return { ok: true };
    const { broken } = archive;
    // Otherwise it may be what a successor of this worker stores.
    if (isHeld()) await removeTemporary(connection);
    if (broken) return { ok: false, failure: unreadable(broken.error) };
    return {
      ok: false,
      failure: failure(error, { ...connection, phase: 'store', path: connection.temporaryName }),
    };
  }
}

async function readOnce(archive: Archive): Promise<void> {
  for await (const chunk of archive.chunks()) archive.release(chunk);
}

/** Renames the file. Some servers do not replace: then the file with the name is removed, but only if there is one to follow it. */
async function rename(
  { client, temporaryName: from }: Connection,
  { name: to, isHeld }: Delivery,
): Promise<void> {
  const requireHeld = () => {
    if (!isHeld()) throw new Interrupted(INTERRUPTED);
  };
  requireHeld();
  await beginRename(client, from);
  try {
    await client.send(`RNTO ${to}`);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await beginRename(client, from);
    requireHeld();
    if (!(await removed(client, to))) throw error;
    await beginRename(client, from);
    await client.send(`RNTO ${to}`);
  }
}

const beginRename = (client: Client, name: string) => ofStoredFile(() => client.send(`RNFR ${name}`));

/** Removes the temporary file; after a lost connection, the next conversation does it. */
async function removeTemporary({ client, timeouts, temporaryName: name }: Connection): Promise<void> {
  if (client.closed) return;
  const asking = { ms: timeouts.commandMs, signal: new AbortController().signal };
  await within(client, asking, () => client.sendIgnoringError(`DELE ${name}`)).catch(() => client.close());
}
