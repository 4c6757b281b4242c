import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_BODIES, WIDE } from './bodies.ts';
import type { HostileBody } from './bodies.ts';
import { serveGateway } from './served-gateway.ts';
import type { ServedGateway } from './served-gateway.ts';

/** Of the whole process, for one body; the cheapest of several tries counts, because a busy machine only makes them dearer. */
const MOST_CPU_MS = 150;
const MOST_CPU_MS_WIDE = 20;
const TRIES = 5;
/** Beyond what the process takes to serve anything at all: a hundred bodies at once, each held as bytes and as text. */
const MOST_MORE_RSS_MB = 300;

const GOOD: HostileBody = {
  name: 'a contact',
  path: '/contacts',
  body: Buffer.from('{"email":"anna@example.org","lastName":"Müller"}'),
  status: 201,
};

let gateway: ServedGateway;
let firstRssMb: number;
beforeAll(async () => {
  gateway = await serveGateway();
  expect(await send(GOOD)).toBe(201);
  firstRssMb = (await gateway.usage()).maxRssMb;
});
afterAll(() => gateway.close());

function send({ path, headers = [], body, framing, isCut }: HostileBody): Promise<number> {
  const isTyped = headers.some((header) => header.startsWith('Content-Type:'));
  const type = isTyped ? [] : ['Content-Type: application/json'];
  const length = framing ?? `Content-Length: ${String(body.length)}`;
  return gateway.post(path, { headers: [...type, ...headers, length], body, ...(isCut && { isCut }) });
}

async function cheapestMs(body: HostileBody): Promise<number> {
  const costs: number[] = [];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const before = await gateway.usage();
    expect(await send(body), body.name).toBe(body.status);
    costs.push((await gateway.usage()).cpuMs - before.cpuMs);
  }
  return Math.min(...costs);
}

describe.each(Object.entries(HOSTILE_BODIES))('hostile bodies: %s', (_kind, bodies) => {
  it.each(bodies.map((body) => [body.name, body] as const))(
    'a hostile body (%s) is refused cheaply',
    async (_name, body) => {
      expect(await cheapestMs(body)).toBeLessThan(MOST_CPU_MS);
    },
  );
});

describe('a body of a megabyte that is all unknown fields', () => {
  it('a body of a megabyte that is all unknown fields costs less than 20 ms of CPU time', async () => {
    expect(await cheapestMs(WIDE)).toBeLessThan(MOST_CPU_MS_WIDE);
  });
});

describe('a gateway that was sent every hostile body', () => {
  it('a gateway that was sent every hostile body still accepts a valid one, and its memory has not grown', async () => {
    const all = Object.values(HOSTILE_BODIES).flat();
    await Promise.all([...all, ...all].map(send));
    expect(await send(GOOD)).toBe(201);
    expect((await gateway.usage()).maxRssMb - firstRssMb).toBeLessThan(MOST_MORE_RSS_MB);
  });
});
