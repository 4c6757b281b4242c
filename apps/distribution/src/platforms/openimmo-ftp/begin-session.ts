import { asset } from '../../assets.ts';
import type { Opening } from '../platform.ts';
import type { Sender } from './account.ts';
import type { Connection } from './delivery/connection.ts';
import { hangUp } from './delivery/hang-up.ts';
import { removeLeftovers } from './delivery/leftovers.ts';
import { SchemaCheck } from './schema-check.ts';
import { OpenimmoFtpSession } from './session.ts';

/** One validator serves every platform of the process. */
const schema = new SchemaCheck(asset('schemas/openimmo-export.xsd'));

interface Holding {
  signal: AbortSignal;
  /** Whether the account is still this worker's. */
  isHeld(): boolean;
}

/** Clears what earlier conversations left behind; from then on publications can be sent. */
export async function beginSession(
  sender: Sender,
  connection: Connection,
  { signal, isHeld }: Holding,
): Promise<Opening> {
  const lost = await removeLeftovers(connection, sender.account.id, signal);
  if (lost !== undefined) {
    await hangUp(connection);
    return { ok: false, failure: lost };
  }
  return { ok: true, session: new OpenimmoFtpSession(sender, { connection, schema, isHeld }) };
}
