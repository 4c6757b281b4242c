import { FTPError } from 'basic-ftp';
import type { PublicationFailure } from '../../platform.ts';
import type { Connection } from './connection.ts';
import { within } from './deadline.ts';
import { failure } from './failures.ts';
import { listNames } from './list-names.ts';
import { isTemporaryOf } from './temporary-names.ts';

const LISTING_MS = 60_000;

/**
 * Removes the temporary files of conversations that were cut off. A server that does not list or remove keeps them; only
 * a connection that is lost over it is a failure.
 */
export async function removeLeftovers(
  { client, host, username, redact, timeouts }: Connection,
  targetId: string,
  signal: AbortSignal,
): Promise<PublicationFailure | undefined> {
  try {
    const names = await within(client, { ms: LISTING_MS, signal }, () =>
      listNames(client, (name) => isTemporaryOf(targetId, name)),
    );
    for (const name of names) {
      const asking = { ms: timeouts.commandMs, signal };
      await within(client, asking, () => client.sendIgnoringError(`DELE ${name}`));
    }
    return undefined;
  } catch (error) {
    if (error instanceof FTPError && !client.closed && error.code !== 421) return undefined;
    return failure(error, { phase: 'list', host, username, redact });
  }
}
