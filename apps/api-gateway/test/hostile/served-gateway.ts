import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { OPERATOR_TOKEN } from '../matrix/start-bare-gateway.ts';
import type { Usage } from './served-gateway.child.ts';

/** A gateway in a process of its own, so that what it uses can be measured. */
export interface ServedGateway {
  usage(): Promise<Usage>;
  /** Sends bytes after a request line and the usual headers, and returns the status; 0 when the connection ends without one. */
  post(path: string, sent: { headers: readonly string[]; body: Buffer; isCut?: boolean }): Promise<number>;
  close(): Promise<void>;
}

export async function serveGateway(): Promise<ServedGateway> {
  const child = fork(fileURLToPath(new URL('./served-gateway.child.ts', import.meta.url)), {
    execArgv: [],
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    usage: async () => {
      const answered = once(child, 'message');
      child.send('usage');
      return ((await answered) as [Usage])[0];
    },
    post: (path, sent) => post(port, path, sent),
    close: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

async function post(
  port: number,
  path: string,
  { headers, body, isCut = false }: { headers: readonly string[]; body: Buffer; isCut?: boolean },
): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.setEncoding('latin1').on('data', (data: string) => (received += data));
  // A refusal may come before everything was sent, and ends the connection.
  socket.on('error', () => undefined).on('end', () => socket.end());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${OPERATOR_TOKEN}`,
    'Connection: close',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  if (isCut) socket.end(body);
  else socket.write(body);
  await closed;
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0);
}
