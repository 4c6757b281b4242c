import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes whatever is posted and only counts it, so that the receiver is not what is measured. */
export async function startCountingReceiver() {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      count += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`,
    get count() {
      return count;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type CountingReceiver = Awaited<ReturnType<typeof startCountingReceiver>>;
