import type { SMTPServer, SMTPServerSession } from 'smtp-server';
import type { Refusal } from './refusal.ts';

/** Asks before the sender may send the email: the library has no hook between DATA and its answer 354. */
export function askBeforeData(
  server: Pick<SMTPServer, 'connections'>,
  session: SMTPServerSession,
  ask: () => Refusal | undefined,
): void {
  const connection = [...server.connections].find(({ id }) => id === session.id);
  if (connection === undefined) return;
  const begin = connection.handler_DATA.bind(connection);
  connection.handler_DATA = (command, callback) => {
    const refusal = connection.session.envelope.rcptTo.length === 0 ? undefined : ask();
    if (refusal === undefined) return begin(command, callback);
    connection.send(refusal.responseCode, refusal.message);
    callback();
  };
}
