import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: string;
}

/** A webhook receiver on loopback that remembers what it got; `respond` gives the status of each answer. */
export async function startReceiver() {
  const received: Received[] = [];
  const receiver = {
    received,
    respond: (_got: Received): { status: number; headers?: Record<string, string> } => ({ status: 200 }),
    at: (path: string) => received.filter((got) => got.path === path),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks).toString('utf8');
      const got = { path: request.url ?? '', headers: request.headers, rawBody };
      received.push(got);
      const { status, headers } = receiver.respond(got);
      response.writeHead(status, headers).end(`status ${status}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
