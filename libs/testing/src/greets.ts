import { once } from 'node:events';
import { connect } from 'node:net';

/** Resolves once a server on loopback has sent its first bytes. @throws Error if it cannot be reached */
export async function greets(port: number): Promise<true> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'data');
  socket.destroy();
  return true;
}
