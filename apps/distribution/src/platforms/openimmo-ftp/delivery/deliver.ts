import { withSpan } from '@estate/observability';
import { FTPError, type Client } from 'basic-ftp';
import type { Outcome, PublicationFailure } from '../../platform.ts';
import type { Archive } from '../zip.ts';
import type { Connection } from './connection.ts';
import { INTERRUPTED, within } from './deadline.ts';
import { ftpSpan } from './ftp-span.ts';
import { failure, GaveUp, NotAsStored, type Phase } from './failures.ts';
import { store } from './store.ts';

export interface Delivery {
  /** The final name. */
  name: string;
  archive: Archive;
  /** Awaited before the file gets its final name; a failure means that it never does. */
  approval: Promise<PublicationFailure | undefined>;
  signal: AbortSignal;
  /** Whether the account is still this worker's; asked before the file gets its final name. */
  isHeld(): boolean;
}

const SLOWEST_BYTES_PER_MS = 16;

/**
 * Stores a package under a temporary name, checks its size and gives it its final name, so that an importer never sees
 * half a file; what already has the name is replaced. What failed is removed again as far as the server lets us.
 */
export async function deliver(connection: Connection, delivery: Delivery): Promise<Outcome> {
  const { name, archive, approval, isHeld, signal } = delivery;
  const { host, username, redact, temporaryName: temporary, timeouts } = connection;
  let phase: Phase = 'store';
  try {
    const transfer = { ms: 60_000 + archive.size / SLOWEST_BYTES_PER_MS, signal };
    const asking = { ms: timeouts.commandMs, signal };
    await withSpan(ftpSpan('upload', host), async (span) => {
      span.note({ 'estate.package.bytes': archive.size });
      await within(connection.client, transfer, () => storeAfresh(connection, temporary, archive));
      await within(connection.client, asking, () => checkSize(connection, temporary, archive.size));
    });
    const refused = await approval;
    if (refused !== undefined) {
      await remove(connection, temporary);
      return { ok: false, failure: refused };
    }
    phase = 'rename';
    await withSpan(ftpSpan('rename', host), () =>
      within(connection.client, asking, () => rename(connection, { from: temporary, to: name, isHeld })),
    );
    return { ok: true };
  } catch (error) {
    await remove(connection, temporary);
    return { ok: false, failure: failure(error, { phase, host, username, redact, path: name }) };
  }
}

const isRefusal = (error: unknown): error is FTPError =>
  error instanceof FTPError && (error.code === 550 || error.code === 553);

/** Some servers do not overwrite: then the rest of an earlier attempt is in the way. */
async function storeAfresh({ client }: Connection, name: string, archive: Archive): Promise<void> {
  try {
    await store(client, archive.chunks(), name);
  } catch (error) {
    if (!isRefusal(error) || !(await removed({ client }, name))) throw error;
    await store(client, archive.chunks(), name);
  }
}

async function checkSize({ client, knowsSize }: Connection, name: string, expected: number): Promise<void> {
  if (!knowsSize) return;
  const size = await ofStoredFile(() => client.size(name));
  if (size === expected) return;
  throw new NotAsStored(`${size} bytes arrived instead of ${expected}.`);
}

interface Renaming {
  from: string;
  to: string;
  isHeld: Delivery['isHeld'];
}

/** Some servers do not replace: then what has the name is removed, but only for a file that is there to follow it. */
async function rename({ client }: Connection, { from, to, isHeld }: Renaming): Promise<void> {
  const requireHeld = () => {
    if (!isHeld()) throw new GaveUp(INTERRUPTED);
  };
  requireHeld();
  await beginRename(client, from);
  try {
    await client.send(`RNTO ${to}`);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await beginRename(client, from);
    requireHeld();
    if (!(await removed({ client }, to))) throw error;
    await beginRename(client, from);
    await client.send(`RNTO ${to}`);
  }
}

const beginRename = (client: Client, name: string) => ofStoredFile(() => client.send(`RNFR ${name}`));

/** 550 says that a file is not there as well as that something may not be done; only the words tell which. */
const FORBIDDEN = /permission|permitted|denied|not allowed/i;

/** Only the temporary name of this conversation is asked about: a file that is not there was removed by another one. */
async function ofStoredFile<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof FTPError) || error.code !== 550 || FORBIDDEN.test(error.message)) throw error;
    throw new NotAsStored(error.message, { cause: error });
  }
}

async function removed({ client }: Pick<Connection, 'client'>, name: string): Promise<boolean> {
  return (await client.sendIgnoringError(`DELE ${name}`)).code < 400;
}

/** On a lost connection this cannot be done; the next conversation does it. */
async function remove({ client, timeouts }: Connection, name: string): Promise<void> {
  if (client.closed) return;
  const asking = { ms: timeouts.commandMs, signal: new AbortController().signal };
  await within(client, asking, () => client.sendIgnoringError(`DELE ${name}`)).catch(() => client.close());
}
