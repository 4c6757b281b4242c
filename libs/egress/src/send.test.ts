import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { classifyNetworkError } from './classify-network-error.ts';
import { send } from './send.ts';
import type { EgressRequest } from './send.ts';
import { agentFor, httpServer, loopbackOpen, patterned, pourInto, tcpServer } from './servers.fixture.ts';

const get = (url: string, changes: Partial<EgressRequest> = {}): EgressRequest => ({
  url,
  method: 'GET',
  timeoutMs: 10_000,
  maxBodyBytes: 16_384,
  ...changes,
});
/** One connection, which the client keeps however slow the machine is. */
const oneKept = { connections: 1, keepAliveTimeoutMs: 600_000 };
const failureOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'answered',
    (error: unknown) => classifyNetworkError(error).code,
  );

describe('one request', () => {
  it('a request carries method, headers and body, and brings back status, headers and body', async () => {
    const server = await httpServer((req, res) => {
      req.setEncoding('utf8').on('data', (body: string) => {
        res.writeHead(202, { 'x-seen': `${req.method} ${req.headers['webhook-id']}` }).end(`got ${body}`);
      });
    });
    const answer = await send(
      agentFor(loopbackOpen),
      get(`${server.url}/hook`, { method: 'POST', headers: { 'webhook-id': '7' }, body: '{"ä":1}' }),
    );
    expect(answer).toMatchObject({ statusCode: 202, truncated: false, address: '127.0.0.1' });
    expect(answer.headers['x-seen']).toBe('POST 7');
    expect(answer.body.toString()).toBe('got {"ä":1}');
    expect(answer.durationMs).toBeGreaterThan(0);
  });

  it.each(['PUT', 'DELETE'] as const)('a request can %s', async (method) => {
    const server = await httpServer((req, res) => res.end(req.method));
    const answer = await send(agentFor(loopbackOpen), get(server.url, { method, body: '{}' }));
    expect(answer.body.toString()).toBe(method);
  });

  it('a request sends a stream, from its beginning again when a kept connection turns out to be gone', async () => {
    const seen = new Set<unknown>();
    const answerTo = async (req: IncomingMessage, res: ServerResponse) => {
      const isKept = seen.has(req.socket);
      seen.add(req.socket);
      const chunks = await req.toArray();
      if (isKept) req.socket.destroy();
      else res.end(`${req.headers['content-length']} ${Buffer.concat(chunks as Buffer[]).toString()}`);
    };
    const server = await httpServer((req, res) => void answerTo(req, res));
    const agent = agentFor(loopbackOpen, oneKept);
    const body = () => Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
    const upload = get(server.url, { method: 'POST', headers: { 'content-length': '4' }, body });
    for (const _ of [1, 2]) expect((await send(agent, upload)).body.toString()).toBe('4 abcd');
    expect(seen.size).toBe(2);
  });

  it.each([65_535, 65_536, 65_537, 1_000_003])(
    'a request sends a file of %i bytes as it is to a receiver that reads slower than the disk',
    async (size) => {
      const directory = await mkdtemp(join(tmpdir(), 'send-'));
      const path = join(directory, 'file');
      const bytes = patterned(size, 3);
      await writeFile(path, bytes);
      const got: Buffer[] = [];
      const answerTo = async (req: IncomingMessage, res: ServerResponse) => {
        for await (const piece of req) {
          got.push(Buffer.from(piece as Buffer));
          for (let turn = 0; turn < 20; turn += 1) await setImmediate();
        }
        res.end();
      };
      const server = await httpServer((req, res) => void answerTo(req, res));
      const headers = { 'content-length': String(size) };
      const upload = get(server.url, { method: 'POST', headers, body: () => createReadStream(path) });
      await send(agentFor(loopbackOpen), upload);
      expect(Buffer.concat(got).equals(bytes)).toBe(true);
      await rm(directory, { recursive: true });
    },
  );

  it.each([204, 400, 410, 429, 500])('a request takes the status %i for an answer', async (status) => {
    const server = await httpServer((_, res) => res.writeHead(status, { 'retry-after': '1000000000' }).end());
    expect(await send(agentFor(loopbackOpen), get(server.url))).toMatchObject({ statusCode: status });
  });

  it('a request answers HEAD without a body', async () => {
    const server = await httpServer((_, res) => res.writeHead(200, { 'content-length': '5' }).end());
    const answer = await send(agentFor(loopbackOpen), get(server.url, { method: 'HEAD' }));
    expect(answer).toMatchObject({ statusCode: 200, truncated: false, body: Buffer.alloc(0) });
  });

  it.each([301, 302, 303, 307, 308])('a request does not follow a %i redirect', async (status) => {
    const target = await httpServer((_, res) => res.end());
    const server = await httpServer((_, res) => res.writeHead(status, { location: target.url }).end());
    expect(await send(agentFor(loopbackOpen), get(server.url))).toMatchObject({ statusCode: status });
    expect(target.connections()).toBe(0);
  });

  it('a request keeps compressed bytes as they came and asks for none', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    let accepted: unknown;
    const server = await httpServer((req, res) => {
      accepted = req.headers['accept-encoding'];
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const answer = await send(agentFor(loopbackOpen), get(server.url));
    expect(answer.body).toEqual(bomb);
    expect(accepted).toBe('identity');
  });
});

describe('the cap on the answer', () => {
  it.each([
    [9, 9, false],
    [10, 10, false],
    [11, 10, true],
    [100_000, 10, true],
    [0, 0, false],
  ])(
    'the size limit of a response of 10 bytes keeps, of %i bytes, %i (cut: %s)',
    async (length, kept, truncated) => {
      const server = await httpServer((_, res) => res.end('x'.repeat(length)));
      const answer = await send(agentFor(loopbackOpen), get(server.url, { maxBodyBytes: 10 }));
      expect(answer).toMatchObject({ body: Buffer.alloc(kept, 'x'), truncated });
    },
  );

  it('the size limit of a response hangs up on an endless answer after 16 KiB', async () => {
    let hungUp: Promise<void> | undefined;
    const server = await httpServer((_, res) => {
      hungUp = pourInto(res, 'x'.repeat(65_536));
    });
    const answer = await send(agentFor(loopbackOpen), get(server.url));
    expect(answer).toMatchObject({ statusCode: 200, truncated: true });
    expect(answer.body).toHaveLength(16_384);
    await hungUp;
  });

  it('the size limit of a response ends endless headers', async () => {
    let hungUp: Promise<void> | undefined;
    const server = await tcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      hungUp ??= pourInto(socket, `x-filler: ${'x'.repeat(1000)}\r\n`);
    });
    expect(await failureOf(send(agentFor(loopbackOpen), get(server.url)))).toBe('protocol_error');
    await hungUp;
  });

  it('the size limit of a response ends endless trailers', async () => {
    const server = await tcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n');
      void pourInto(socket, `x-filler: ${'x'.repeat(1000)}\r\n`);
    });
    expect(await failureOf(send(agentFor(loopbackOpen), get(server.url)))).not.toBe('answered');
  });
});

describe('the total deadline', () => {
  const drip = (head: string) =>
    tcpServer((socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(timer));
    });

  it('the total deadline of a request ends a body that comes byte by byte', async () => {
    const server = await drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
    expect(await failureOf(send(agentFor(loopbackOpen), get(server.url, { timeoutMs: 150 })))).toBe(
      'timeout',
    );
  });

  it('the total deadline of a request ends headers that come byte by byte', async () => {
    const server = await drip('HTTP/1.1 200 OK\r\nx-slow: ');
    expect(await failureOf(send(agentFor(loopbackOpen), get(server.url, { timeoutMs: 150 })))).toBe(
      'timeout',
    );
  });

  it('the total deadline of a request ends a server that never answers', async () => {
    const server = await tcpServer(() => undefined);
    expect(await failureOf(send(agentFor(loopbackOpen), get(server.url, { timeoutMs: 150 })))).toBe(
      'timeout',
    );
  });

  it('the total deadline of a request ends an endless row of interim answers', async () => {
    const server = await tcpServer((socket) => {
      void pourInto(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n');
    });
    expect(await failureOf(send(agentFor(loopbackOpen), get(server.url, { timeoutMs: 150 })))).toBe(
      'timeout',
    );
  });

  it('the total deadline of a request ends a resolver that never answers', async () => {
    const policy = { ...loopbackOpen, lookup: () => new Promise<never>(() => undefined) };
    const sent = send(agentFor(policy), get('http://slow.example/', { timeoutMs: 50 }));
    expect(await failureOf(sent)).toBe('timeout');
  });

  it('the total deadline of a request keeps the reason of a caller that aborts first', async () => {
    const server = await tcpServer(() => controller.abort());
    const controller = new AbortController();
    const sent = send(agentFor(loopbackOpen), get(server.url, { signal: controller.signal }));
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    const late = send(agentFor(loopbackOpen), get(server.url, { signal: controller.signal }));
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an answer that is not proper HTTP', () => {
  it.each([
    ['HTTP/0.9', 'hello\n', 'protocol_error'],
    ['nothing at all', '', 'connection_lost'],
    [
      'a switch of protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'protocol_error',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', 'protocol_error'],
    ['a garbled length', 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n', 'protocol_error'],
    ['less than it announces', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nx', 'connection_lost'],
    [
      'an unfinished last chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nx',
      'connection_lost',
    ],
  ])('a response that is not proper HTTP is classified: %s', async (_, bytes, code) => {
    const server = await tcpServer((socket) => socket.end(bytes));
    expect(await failureOf(send(agentFor(loopbackOpen), get(server.url)))).toBe(code);
  });

  it('a response that is not proper HTTP that announces less than it sends is cut at what it announced', async () => {
    const server = await tcpServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabcdef'),
    );
    const answer = await send(agentFor(loopbackOpen), get(server.url));
    expect(answer.body.toString()).toBe('ab');
  });
});

describe('a kept connection that the server has closed', () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

  it('a kept connection that the server has closed is replaced once, within the same attempt', async () => {
    let requests = 0;
    const server = await tcpServer((socket, connection) => {
      requests += 1;
      if (connection === 1 && requests === 2) {
        socket.destroy();
      } else {
        socket.write(answer);
      }
    });
    const agent = agentFor(loopbackOpen, oneKept);
    await send(agent, get(server.url, { method: 'POST', body: 'first' }));
    expect(await send(agent, get(server.url, { method: 'POST', body: 'second' }))).toMatchObject({
      statusCode: 200,
    });
    expect([server.connections(), requests]).toEqual([2, 3]);
  });

  it('a kept connection that the server has closed is not replaced a second time', async () => {
    let requests = 0;
    const server = await tcpServer((socket) => {
      requests += 1;
      if (requests === 1) {
        socket.write(answer);
      } else {
        socket.destroy();
      }
    });
    const agent = agentFor(loopbackOpen, oneKept);
    await send(agent, get(server.url, { method: 'POST', body: 'first' }));
    expect(await failureOf(send(agent, get(server.url, { method: 'POST', body: 'second' })))).toBe(
      'connection_lost',
    );
    expect(requests).toBe(3);
  });

  it('a kept connection that the server has closed is not replaced for a request that must not be done twice', async () => {
    let requests = 0;
    const server = await tcpServer((socket) => {
      requests += 1;
      if (requests === 1) socket.write(answer);
      else socket.destroy();
    });
    const agent = agentFor(loopbackOpen, { connections: 1 });
    await send(agent, get(server.url));
    const order = get(server.url, { method: 'POST', body: 'order', once: true });
    expect(await failureOf(send(agent, order))).toBe('connection_lost');
    expect(requests).toBe(2);
  });

  it('a server that hangs up on a new connection is a failure, not retried as a stale kept connection', async () => {
    const server = await tcpServer((socket) => socket.destroy());
    expect(await failureOf(send(agentFor(loopbackOpen), get(server.url)))).toBe('connection_lost');
    expect(server.connections()).toBe(1);
  });
});
