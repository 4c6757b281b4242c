import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiRoutes } from '../src/routes/index.ts';
import { startBareGateway } from './matrix/start-bare-gateway.ts';
import type { BareGateway } from './matrix/start-bare-gateway.ts';

let gateway: BareGateway;
beforeAll(async () => {
  gateway = await startBareGateway();
});
afterAll(() => gateway.close());

/** Sends a request line as it is, which no HTTP client does. */
async function statusOf(target: string, method = 'GET'): Promise<number> {
  const socket = connect(gateway.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(socket, 'close');
  socket.setTimeout(5000, () => socket.destroy());
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 'latin1');
  await ended;
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(Buffer.concat(chunks).toString('latin1'))?.[1]);
}

const paths = [
  ...new Set(apiRoutes.map(({ path }) => path)),
  '/',
  '/docs',
  '/openapi.json',
  '/openapi/operator.json',
  '/readyz',
  '/dashboard/x',
];
const path = fc.constantFrom(...paths).map((one) => one.replaceAll(/\{\w+\}/g, 'd1a2b3c4e5f6g7h8i9j0'));
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
});
const port = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 0, max: 200_000 }).map((one) => `:${String(one)}`),
  visible,
);
const authority = fc.oneof(
  fc.constantFrom('a', '', '[::1]', '[', '%', 'user:secret@a', 'ä', '..', '0x7f.1', '999.999.999.999'),
  visible,
);
const prefix = fc.oneof(
  fc.constantFrom('', '/', '//', '///', '/./', '/../', '\\', '*'),
  fc
    .tuple(
      fc.constantFrom('http://', 'https://', 'HTTP://', 'ftp://', 'http:', 'file://', '//'),
      authority,
      port,
    )
    .map((parts) => parts.join('')),
);
const ending = fc.oneof(
  fc.constantFrom(
    '',
    '?limit=1',
    '?limit=1&limit=2',
    '?',
    '#',
    '/..',
    '%',
    '%zz',
    '%00',
    '?%zz=%',
    '?__proto__=1',
  ),
  visible,
);
const target = fc.tuple(prefix, path, ending).map((parts) => parts.join(''));

describe('a request target', () => {
  it.each([
    'http://a:99999/dashboard/x',
    'http://a:99999/contacts',
    'https://[::1/contacts',
    'ftp://a/contacts',
  ])('a request target %s is refused as malformed', async (malformed) => {
    expect(await statusOf(malformed)).toBe(400);
  });

  it('a request target that is a whole address is answered like its path', async () => {
    for (const one of ['/openapi.json', '/', '/nothing', '/contacts?limit=0']) {
      expect(await statusOf(`http://api.example.org:8080${one}`), one).toBe(await statusOf(one));
    }
  });

  it('a request target never makes the gateway fail, whatever it is and whatever the method', async () => {
    const method = fc.constantFrom(
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'TRACE',
      'QUERY',
    );
    await fc.assert(
      fc.asyncProperty(target, method, async (asked, how) => {
        const status = await statusOf(asked, how);
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 1500 },
    );
    expect(await statusOf('/openapi.json')).toBe(200);
  });
});
