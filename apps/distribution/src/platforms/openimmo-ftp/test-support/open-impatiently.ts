import type { Opening } from '../../platform.ts';
import type { Sender } from '../account.ts';
import { beginSession } from '../session.ts';
import { dial } from '../delivery/connection.ts';

const IMPATIENT_MS = 300;

/** Opens a session with short time limits after the login. Until then a busy machine may need the usual ones. */
export async function openImpatiently(sender: Sender): Promise<Opening> {
  const { account, profile, tools } = sender;
  const { signal } = new AbortController();
  const dialled = await dial({ account, profile, tools, signal });
  if (!dialled.ok) return dialled;
  const { client, timeouts } = dialled.connection;
  Object.assign(client.ftp, { timeout: IMPATIENT_MS });
  const connection = { ...dialled.connection, timeouts: { ...timeouts, commandMs: IMPATIENT_MS } };
  return beginSession(sender, connection, { signal, isHeld: () => true });
}
