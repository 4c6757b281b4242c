import { withSpan } from '@estate/observability';
import { FTPError } from 'basic-ftp';
import type { Outcome, PublicationFailure } from '../../platform.ts';
import type { Archive } from '../zip.ts';
import type { Connection } from './connection.ts';
import { within } from './deadline.ts';
import { ftpSpan } from './ftp-span.ts';
import { failure, SizeMismatch, type Phase } from './failures.ts';
import { store } from './store.ts';

export interface Delivery {
  /** The final name. */
  name: string;
  archive: Archive;
  /** Awaited before the file gets its final name; a failure means that it never does. */
  approval: Promise<PublicationFailure | undefined>;
  signal: AbortSignal;
}

const SLOWEST_BYTES_PER_MS = 16;

/**
 * Stores a package under a temporary name, checks its size and gives it its final name, so that an importer never sees
 * half a file; what already has the name is replaced. What failed is removed again as far as the server lets us.
 */
export async function deliver(connection: Connection, delivery: Delivery): Promise<Outcome> {
  const { name, archive, approval, signal } = delivery;
  const { host, username, temporaryName: temporary, timeouts } = connection;
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
      within(connection.client, asking, () => rename(connection, temporary, name)),
    );
    return { ok: true };
  } catch (error) {
    await remove(connection, temporary);
    return { ok: false, failure: failure(error, { phase, host, username, path: name }) };
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
  const size = await client.size(name);
  if (size === expected) return;
  throw new SizeMismatch(`${size} bytes arrived instead of ${expected}.`);
}

async function rename({ client }: Connection, from: string, to: string): Promise<void> {
  try {
    await client.rename(from, to);
  } catch (error) {
    if (!isRefusal(error) || !(await removed({ client }, to))) throw error;
    await client.rename(from, to);
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
