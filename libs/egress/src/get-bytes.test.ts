import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { StoreNotNamed, findBytes, getBytes } from './get-bytes.ts';

const { signal } = new AbortController();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

describe('getBytes', () => {
  it('bytes of a service of this system are read from the service, or from the store that it refers to', async () => {
    const store = await serve((request, response) => response.end(`store ${request.url}`));
    const service = await serve((request, response) => {
      if (request.url === '/own') response.end('service');
      else response.writeHead(307, { location: new URL('/there?signed=1', store).href }).end();
    });
    const options = { storeOrigins: [store.origin], signal };
    expect(await text(await getBytes(new URL('/own', service), options))).toBe('service');
    expect(await text(await getBytes(new URL('/other', service), options))).toBe('store /there?signed=1');
  });

  it('bytes of a service of this system are not fetched from an address that the operator has not named', async () => {
    let asked = 0;
    const elsewhere = await serve((_request, response) => response.end(String((asked += 1))));
    const service = await serve((_request, response) =>
      response.writeHead(307, { location: elsewhere.href }).end(),
    );
    const fetched = getBytes(service, { storeOrigins: ['https://s3.example.org'], signal });
    await expect(fetched).rejects.toBeInstanceOf(StoreNotNamed);
    await expect(fetched).rejects.toThrow(`${elsewhere.origin}, which BYTE_STORE_ORIGINS does not name`);
    expect(asked).toBe(0);
  });

  it('bytes of a service of this system are in a file for who asks where they are, and for nobody else', async () => {
    const service = await serve((_request, response) =>
      response.writeHead(307, { location: 'file:///bytes/a%20b' }).end(),
    );
    const options = { storeOrigins: [], signal };
    expect(await findBytes(service, options)).toEqual({ file: '/bytes/a b' });
    await expect(getBytes(service, options)).rejects.toBeInstanceOf(StoreNotNamed);
  });

  it('bytes of a service of this system are not followed from one store to another', async () => {
    const store: URL = await serve((_request, response) =>
      response.writeHead(307, { location: store.href }).end('again'),
    );
    const service = await serve((_request, response) =>
      response.writeHead(307, { location: store.href }).end(),
    );
    const answer = await getBytes(service, { storeOrigins: [store.origin], signal });
    answer.resume();
    expect(answer.statusCode).toBe(307);
  });
});
