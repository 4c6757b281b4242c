import type { Client } from 'basic-ftp';
import type { PlatformTimeouts } from '../../platform.ts';
import { within } from './deadline.ts';

const GOODBYE_MS = 2000;

interface Ending {
  client: Client;
  timeouts: PlatformTimeouts;
}

/** Ends a conversation so that the server has counted it off before the next one begins. */
export async function hangUp({ client, timeouts }: Ending): Promise<void> {
  if (!client.closed) {
    const ms = Math.min(GOODBYE_MS, timeouts.commandMs);
    const goodbye = { ms, signal: new AbortController().signal };
    await within(client, goodbye, () => client.sendIgnoringError('QUIT')).catch(() => undefined);
  }
  client.close();
}
