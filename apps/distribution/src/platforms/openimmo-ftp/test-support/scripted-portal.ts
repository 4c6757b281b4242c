import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { Script } from './portal-script.ts';
import { ScriptedSession } from './scripted-session.ts';

export interface ScriptedPortal {
  port: number;
  script: Script;
  /** The files, complete or not, by name. */
  files: Map<string, Buffer>;
  /** Every command, as `clear USER` or `encrypted USER`. */
  heard: string[];
  /** The maximum number of sessions that were open at once. */
  mostSessions(): number;
  openSessions(): number;
  close(): Promise<void>;
}

/** An FTP server of a few commands whose every reply can be replaced; its files are in memory. */
export async function startScriptedPortal(tls?: SecureContextOptions): Promise<ScriptedPortal> {
  const script: Script = { pranks: {}, passiveAddress: '127,0,0,1' };
  const files = new Map<string, Buffer>();
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const sessions = new Set<ScriptedSession>();
  let mostSessions = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    const session = new ScriptedSession({
      socket,
      script,
      files,
      heard,
      tls,
      ended: () => sessions.delete(session),
    });
    sessions.add(session);
    mostSessions = Math.max(mostSessions, sessions.size);
    socket.once('close', () => sockets.delete(socket));
    session.greet();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    script,
    files,
    heard,
    mostSessions: () => mostSessions,
    openSessions: () => sessions.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        for (const session of sessions) session.cut();
      }),
  };
}
