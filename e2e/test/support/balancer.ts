import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const LOOK_TIMEOUT_MS = 1000;

/** Where connections go while `/readyz` of the internal port says so. */
export interface Backend {
  port: number;
  internalPort: number;
}

export interface Balancer {
  readonly url: string;
  use(backend: Backend): void;
  close(): Promise<void>;
}

/** Spreads TCP connections in turn over what is ready; knows nothing of HTTP, repeats nothing. */
export async function startBalancer(): Promise<Balancer> {
  const backends: Backend[] = [];
  const ready = new Set<Backend>();
  const sockets = new Set<Socket>();
  const over = new AbortController();
  let turn = 0;
  const watch = async (backend: Backend) => {
    while (!over.signal.aborted) {
      if (await isReady(backend)) ready.add(backend);
      else ready.delete(backend);
      await pause(LOOK_EVERY_MS);
    }
  };
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const usable = backends.filter((backend) => ready.has(backend));
    const backend = usable[turn++ % usable.length];
    client.on('error', () => undefined);
    track(client);
    if (!backend) {
      client.destroy();
      return;
    }
    const upstream = connect(backend.port, '127.0.0.1');
    track(upstream);
    upstream.on('error', () => client.destroy());
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.end());
    upstream.once('connect', () => {
      client.pipe(upstream);
      upstream.pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    use: (backend) => {
      backends.push(backend);
      void watch(backend);
    },
    close: () =>
      new Promise((resolve) => {
        over.abort();
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function isReady({ internalPort }: Backend): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
    const answer = await fetch(`http://127.0.0.1:${String(internalPort)}/readyz`, { signal });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
