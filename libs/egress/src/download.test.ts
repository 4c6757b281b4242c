import { describe, expect, it } from 'vitest';
import { classifyNetworkError } from './classify-network-error.ts';
import { download } from './download.ts';
import type { DownloadRequest } from './download.ts';
import {
  agentFor,
  closed,
  httpServer,
  loopbackOpen,
  patterned,
  pourInto,
  tcpServer,
} from './servers.fixture.ts';

const of = (url: string, changes: Partial<DownloadRequest> = {}): DownloadRequest => ({
  url,
  timeoutMs: 10_000,
  maxBytes: 1000,
  maxRedirects: 3,
  ...changes,
});
const read = async (body: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
const redirecting = (location: string, status = 302) =>
  httpServer((_, res) => res.writeHead(status, { location }).end('elsewhere'));

describe('a download', () => {
  it('a download streams the body and names where it came from', async () => {
    const server = await httpServer((req, res) =>
      res.writeHead(200, { etag: '"1"' }).end(`${req.method} picture`),
    );
    const got = await download(agentFor(loopbackOpen), of(`${server.url}/a.jpg`));
    expect(got).toMatchObject({ statusCode: 200, finalUrl: `${server.url}/a.jpg` });
    expect(got.headers['etag']).toBe('"1"');
    expect(await read(got.body)).toBe('GET picture');
  });

  it('a download does not overwrite chunks that its reader still holds', async () => {
    const pictures = [1, 2, 3].map((seed) => patterned(700_001 * seed, seed));
    const server = await httpServer((req, res) => res.end(pictures[Number(req.url?.slice(1))]));
    const agent = agentFor(loopbackOpen, { connections: 1, keepAliveTimeoutMs: 600_000 });
    const held: Buffer[][] = [];
    for (const name of ['0', '1', '2']) {
      const got = await download(agent, of(`${server.url}/${name}`, { maxBytes: 1e9 }));
      const pieces: Buffer[] = [];
      for await (const piece of got.body) pieces.push(piece);
      held.push(pieces);
    }
    expect(held.map((pieces) => Buffer.concat(pieces).equals(pictures[held.indexOf(pieces)]!))).toEqual([
      true,
      true,
      true,
    ]);
    expect(server.connections()).toBe(1);
  });

  it.each([304, 404, 500])('a download brings back the status %i for the caller to judge', async (status) => {
    const server = await httpServer((_, res) => res.writeHead(status).end());
    const got = await download(agentFor(loopbackOpen), of(server.url));
    expect(got.statusCode).toBe(status);
    await got.discard();
  });

  it('a download can be discarded unread, and hangs up', async () => {
    let hungUp: Promise<void> | undefined;
    const server = await httpServer((_, res) => {
      hungUp = pourInto(res, 'x'.repeat(65_536));
    });
    const got = await download(agentFor(loopbackOpen), of(server.url));
    await got.discard();
    await hungUp;
  });

  it('a download hangs up when the reader leaves early', async () => {
    let hungUp: Promise<void> | undefined;
    const server = await httpServer((_, res) => {
      hungUp = pourInto(res, 'x'.repeat(65_536));
    });
    const got = await download(agentFor(loopbackOpen), of(server.url, { maxBytes: 1e9 }));
    for await (const chunk of got.body) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await hungUp;
  });
});

describe('the size limit of a download', () => {
  it.each([
    [1000, 'x'.repeat(1000)],
    [1001, 'TooLarge'],
  ])('the size limit of a download of 1000 bytes judges %i real bytes', async (length, outcome) => {
    const server = await httpServer((_, res) => {
      res.write('x');
      res.end('x'.repeat(length - 1));
    });
    const got = await download(agentFor(loopbackOpen), of(server.url));
    expect(await read(got.body).catch((error: Error) => error.name)).toBe(outcome);
  });

  it('the size limit of a download ends an endless body while it is read', async () => {
    let hungUp: Promise<void> | undefined;
    const server = await httpServer((_, res) => {
      hungUp = pourInto(res, 'x'.repeat(65_536));
    });
    const got = await download(agentFor(loopbackOpen), of(server.url));
    await expect(read(got.body)).rejects.toMatchObject({ name: 'TooLarge' });
    await hungUp;
  });

  it('the size limit of a download believes an announced length that is too large, without reading', async () => {
    const server = await tcpServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n'),
    );
    const got = await download(agentFor(loopbackOpen), of(server.url));
    expect(got.statusCode).toBe(200);
    await expect(read(got.body)).rejects.toMatchObject({ name: 'TooLarge', maxBytes: 1000 });
  });

  it('the size limit of a download takes an answer that ends before its announced length for a lost connection', async () => {
    const server = await tcpServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nabc'),
    );
    const got = await download(agentFor(loopbackOpen), of(server.url));
    const failure = await read(got.body).catch((error: unknown) => classifyNetworkError(error).code);
    expect(failure).toBe('connection_lost');
  });
});

describe('the deadline of a download', () => {
  it('the deadline of a download ends a body that comes byte by byte', async () => {
    const server = await tcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(timer));
    });
    const got = await download(agentFor(loopbackOpen), of(server.url, { timeoutMs: 150 }));
    await expect(read(got.body)).rejects.toMatchObject({ name: 'DeadlineExceeded' });
  });

  it('the deadline of a download is one for all redirects together', async () => {
    const silent = await tcpServer(() => undefined);
    const server = await redirecting(silent.url);
    const got = download(agentFor(loopbackOpen), of(server.url, { timeoutMs: 150 }));
    await expect(got).rejects.toMatchObject({ name: 'DeadlineExceeded' });
  });

  it('the deadline of a download ends with the signal of the caller too, while the body is read', async () => {
    const controller = new AbortController();
    const server = await httpServer((_, res) => {
      void pourInto(res, 'x');
    });
    const got = await download(
      agentFor(loopbackOpen),
      of(server.url, { signal: controller.signal, maxBytes: 1e12 }),
    );
    const reading = read(got.body);
    controller.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('a redirect with %i is followed', async (status) => {
    const target = await httpServer((_, res) => res.end('found'));
    const server = await redirecting(`${target.url}/b`, status);
    const got = await download(agentFor(loopbackOpen), of(server.url));
    expect(got.finalUrl).toBe(`${target.url}/b`);
    expect(await read(got.body)).toBe('found');
  });

  it('a redirect may be relative', async () => {
    const server = await httpServer((req, res) =>
      req.url === '/b/d' ? res.end('found') : res.writeHead(302, { location: 'd' }).end(),
    );
    const got = await download(agentFor(loopbackOpen), of(`${server.url}/b/c`));
    expect(await read(got.body)).toBe('found');
  });

  it.each([
    ['http://127.0.0.2:PORT/', 'loopback'],
    ['http://2130706434:PORT/', 'loopback'],
    ['http://[::ffff:127.0.0.2]:PORT/', 'loopback'],
    ['http://[::1]:PORT/', 'loopback'],
    ['//127.0.0.2:PORT/', 'loopback'],
    ['http://localhost:PORT/', 'loopback'],
    ['http://internal.example:PORT/', 'loopback'],
    ['http://169.254.169.254/latest/meta-data/', 'link-local'],
    ['http://user:secret@127.0.0.1:PORT/', 'credentials_in_url'],
    ['http://127.0.0.1:22/', 'port'],
    ['file:///etc/passwd', 'scheme_forbidden'],
  ])('a redirect to %s is refused, although the first hop was allowed', async (location, rule) => {
    const target = await httpServer((_, res) => res.end('secret'));
    const server = await redirecting(location.replace('PORT', String(target.port)));
    const agent = agentFor({
      allowHttp: true,
      allowedNetworks: ['127.0.0.1'],
      lookup: async () => [{ address: '127.0.0.2', family: 4 }],
    });
    await expect(download(agent, of(server.url))).rejects.toMatchObject({ name: 'AddressForbidden', rule });
    expect([server.connections(), target.connections()]).toEqual([1, 0]);
  });

  it('a redirect that leads in a circle ends after the allowed number', async () => {
    let requests = 0;
    const server = await httpServer((_, res) => {
      requests += 1;
      res.writeHead(302, { location: '/again' }).end();
    });
    const got = download(agentFor(loopbackOpen), of(server.url));
    await expect(got).rejects.toMatchObject({ name: 'TooManyRedirects' });
    expect(requests).toBe(4);
  });

  it('a redirect without a usable target is an answer like any other', async () => {
    const server = await redirecting('http://[');
    const got = await download(agentFor(loopbackOpen), of(server.url));
    expect(got.statusCode).toBe(302);
    await got.discard();
  });

  it('a redirect to another origin does not carry secrets along', async () => {
    const target = await httpServer((req, res) => res.end(JSON.stringify(req.headers)));
    const server = await redirecting(target.url);
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'user-agent': 'estate' };
    const got = await download(agentFor(loopbackOpen), of(server.url, { headers }));
    const seen = JSON.parse(await read(got.body)) as Record<string, string>;
    expect(seen['user-agent']).toBe('estate');
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['authorization']));
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['cookie']));
  });

  it('a redirect is not taken when the first address is already forbidden', async () => {
    const server = await redirecting('https://example.com/');
    await expect(download(agentFor(closed), of(server.url))).rejects.toMatchObject({ rule: 'loopback' });
    expect(server.connections()).toBe(0);
  });
});
