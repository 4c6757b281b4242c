import { FTPError } from 'basic-ftp';
import type { PublicationFailure } from '../../platform.ts';
import type { Connection } from './connection.ts';
import { within } from './deadline.ts';
import { failure } from './failures.ts';
import { listNames } from './list-names.ts';
import { isTemporaryOf } from './temporary-names.ts';

/** The factor for the time limit: a listing takes longer than other commands, and so does removing the listed files. */
const COMMANDS_LONG = 4;

/**
 * Removes the temporary files of conversations that were cut off. A server that does not list or remove keeps them; only a lost connection
 * is a failure.
 */
export async function removeLeftovers(
  connection: Connection,
  targetId: string,
  signal: AbortSignal,
): Promise<PublicationFailure | undefined> {
  const { client, timeouts } = connection;
  try {
    const ms = COMMANDS_LONG * timeouts.commandMs;
    const names = await within(client, { ms, signal }, () =>
      listNames(client, (name) => isTemporaryOf(targetId, name)),
    );
    const endMs = performance.now() + ms;
    for (const name of names) {
      if (performance.now() > endMs) break;
      const asking = { ms: timeouts.commandMs, signal };
      await within(client, asking, () => client.sendIgnoringError(`DELE ${name}`));
    }
    return undefined;
  } catch (error) {
    if (error instanceof FTPError && !client.closed && error.code !== 421) return undefined;
    return failure(error, { ...connection, phase: 'list' });
  }
}
