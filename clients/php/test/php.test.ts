import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const VECTORS = fileAt('../../../libs/contracts/webhook-signature-vectors.json');
const ID = '0123456789abcdefghij';

/** Readonly properties need 8.1. */
const HAS_PHP = spawnSync('php', ['-r', 'exit(PHP_VERSION_ID >= 80100 ? 0 : 1);']).status === 0;

interface Asked {
  call: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A service that answers as the test says; calls are recorded. */
async function serve(answer: (asked: Asked, response: ServerResponse) => void) {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
      const { method = '', headers } = request;
      const one = { call: `${method} ${pathname}`, query: search, headers, body: Buffer.concat(chunks) };
      asked.push(one);
      answer(one, response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked };
}

/** What a program prints; PHP's warnings count as output. */
const printedBy = async (program: string, argument: string): Promise<string> =>
  (
    await run('php', [
      '-d',
      'display_errors=1',
      '-d',
      'error_reporting=-1',
      fileAt(`../tests/${program}`),
      argument,
    ])
  ).stdout;

const json = (
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
  status = 200,
): void => {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    .end(text);
};

describe('the PHP client', () => {
  it('the PHP client is tested in CI', () => {
    if (process.env['CI'] === 'true') expect(HAS_PHP, 'PHP 8.1 or newer').toBe(true);
  });

  it.skipIf(!HAS_PHP)(
    'the PHP client has a method for every operation of an account, and for no other',
    async () => {
      const { url, asked } = await serve((_asked, response) => {
        json(response, { hasMore: false, data: [] });
      });
      expect(await printedBy('every_operation.php', url)).toBe('');
      const operations = JSON.parse(readFileSync(fileAt('../../cli/src/operations.json'), 'utf8')) as {
        method: string;
        path: string;
      }[];
      const called = new Set(asked.map(({ call }) => call));
      const expected = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, 'x')}`);
      expect(expected.length).toBeGreaterThan(90);
      expect([...called].toSorted()).toEqual([...new Set(expected)].toSorted());
    },
  );

  it.skipIf(!HAS_PHP)(
    'the PHP client lists, creates once, retries, and says what a call fails with',
    async () => {
      let attempts = 0;
      const { url, asked } = await serve(({ call, query }, response) => {
        if (call === 'POST /contacts') {
          attempts += 1;
          if (attempts === 1)
            json(response, { error: 'x', message: 'Busy.', code: 'service-unavailable' }, {}, 503);
          else json(response, { id: 'contact-1' }, {}, 201);
        } else if (call === 'GET /contacts') {
          const isSecond = query.includes('startAfter');
          json(response, { hasMore: !isSecond, data: [{ id: isSecond ? 'second' : ID }] });
        } else if (call === 'POST /attachments') json(response, { id: 'file-1' }, {}, 201);
        else if (call.endsWith('/refused'))
          json(
            response,
            {
              error: 'Bad Request',
              message: 'Wrong.',
              code: 'validation-failed',
              requestId: 'req-1',
              details: [{ path: 'a' }],
            },
            {},
            400,
          );
        else if (call.endsWith('/proxy'))
          response.writeHead(404, { 'content-length': 11 }).end('<p>none</p>');
        else if (call.endsWith('/patience'))
          json(response, { message: 'Later.', code: 'rate-limited' }, { 'retry-after': '3600' }, 429);
        else if (call.endsWith('/cut')) {
          response.writeHead(200, { 'content-length': 100 });
          response.write('{', () => response.destroy());
        } else if (call.endsWith('/redirected/preview'))
          response.writeHead(302, { location: `${url}/elsewhere`, 'content-length': 0 }).end();
        else if (!call.endsWith('/silent')) json(response, { id: 'contact-1' }, { ETag: '"7"' });
      });
      expect(JSON.parse(await printedBy('journey.php', url))).toEqual({
        listed: [ID, 'second'],
        created: 'contact-1',
        uploaded: 'file-1',
        refused: [400, 'validation-failed', 'Wrong.', 'req-1', [{ path: 'a' }], null],
        proxy: [
          404,
          'unreadable-answer',
          'The response with the status 404 did not come from the service: <p>none</p>',
          null,
          [],
          null,
        ],
        patience: [429, 'rate-limited', 'Later.', null, [], 3600],
        cut: ['Estate\\ConnectionFailed', 'The response of /listings/cut ended before it was complete.'],
        silent: [
          'Estate\\ConnectionFailed',
          expect.stringMatching(/^GET \/listings\/silent got no response: ./) as string,
        ],
        redirected: [
          302,
          'unreadable-answer',
          'The response with the status 302 did not come from the service: ',
          null,
          [],
          null,
        ],
        empty: ['InvalidArgumentException', 'An id is required.'],
        header: ['InvalidArgumentException', 'Confirm-Closing must be one line.'],
        key: ['InvalidArgumentException', '$apiKey must be a key of the service.'],
      });
      expect(asked[0]?.query).toBe('?limit=100&q=a%20b&count=true');
      const created = asked.filter(({ call }) => call === 'POST /contacts');
      expect(created.map(({ body }) => body.toString())).toEqual(
        Array.from({ length: 2 }, () => '{"lastName":"Größe/ä","price":1.0}'),
      );
      expect(created[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
      expect(created[1]?.headers['idempotency-key']).toBe(created[0]?.headers['idempotency-key']);
      expect(created[0]?.headers).toMatchObject({
        authorization: 'Bearer rek_live_x',
        'content-type': 'application/json',
      });
      expect(created[0]?.headers['user-agent']).toMatch(
        /^journey\/1 estate-client-php\/\d+\.\d+\.\d+ PHP\/8/,
      );
      expect(asked.find(({ call }) => call === 'PUT /contacts/contact-1')?.headers['if-match']).toBe('"7"');
      const upload = asked.find(({ call }) => call === 'POST /attachments');
      expect([upload?.query, upload?.headers['content-type'], upload?.body]).toEqual([
        '?fileName=a.jpg',
        'image/jpeg',
        Buffer.from([0, 255]),
      ]);
      expect(asked.map(({ call }) => call)).not.toContain('GET /elsewhere');
    },
  );

  it.skipIf(!HAS_PHP)('the PHP client verifies and signs the published vectors of webhooks', async () => {
    const printed = JSON.parse(await printedBy('webhooks.php', VECTORS)) as {
      vectors: number;
      wrong: unknown[];
    };
    expect(printed.vectors).toBeGreaterThan(3);
    expect(printed.wrong).toEqual([]);
  });
});
