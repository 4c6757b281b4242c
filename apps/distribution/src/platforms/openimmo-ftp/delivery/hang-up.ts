import type { Client } from 'basic-ftp';
import type { PlatformTimeouts } from '../../platform.ts';
import { within } from './deadline.ts';

const GOODBYE_MS = 2000;
type Ending = { client: Client; timeouts: PlatformTimeouts };

/** Ends a session so that the server no longer counts it when the next one begins. */
export async function hangUp({ client, timeouts }: Ending): Promise<void> {
  if (!client.closed) {
    const ms = Math.min(GOODBYE_MS, timeouts.commandMs);
    const goodbye = { ms, signal: new AbortController().signal };
    await within(client, goodbye, () => client.sendIgnoringError('QUIT')).catch(() => undefined);
  }
  client.close();
}
