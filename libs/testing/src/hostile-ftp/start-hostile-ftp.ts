import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { HostileSession } from './hostile-session.ts';
import { HOSTILE_WAYS } from './ways.ts';
import type { HostileWay } from './ways.ts';

export interface HostileFtp {
  port: number;
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/** An FTP server on a free port that misbehaves in one way towards every client; `targetId` is the prefix of temporary files. */
export async function startHostileFtp(
  way: HostileWay,
  targetId = 'd1a2b3c4e5f6g7h8i9jt',
): Promise<HostileFtp> {
  const sessions = new Set<HostileSession>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const session = new HostileSession(socket, { way: HOSTILE_WAYS[way], targetId });
    sessions.add(session);
    socket.once('close', () => sessions.delete(session));
    session.start();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      server.close();
      for (const session of sessions) session.end();
      await once(server, 'close');
    },
  };
}
