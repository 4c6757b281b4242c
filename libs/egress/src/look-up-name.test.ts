import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nameLookup } from './look-up-name.ts';

const HEADER_BYTES = 12;
const TYPES = { A: 1, AAAA: 28 } as const;
const ADDRESSES = { A: [192, 0, 2, 7], AAAA: [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7] };

/** Name, type and end of the question of a query. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, end: number, address: readonly number[] | undefined): Buffer {
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(address ? 0x8180 : 0x8183, 2);
  for (const [count, at] of [
    [1, 4],
    [address ? 1 : 0, 6],
    [0, 8],
    [0, 10],
  ] as const)
    header.writeUInt16BE(count, at);
  const question = query.subarray(HEADER_BYTES, end);
  if (!address) return Buffer.concat([header, question]);
  const type = query.readUInt16BE(end - 4);
  const record = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]);
  return Buffer.concat([header, question, record]);
}

let server: Socket;
let resolver: Resolver;
let asked: string[];

beforeEach(async () => {
  asked = [];
  server = createSocket('udp4', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    if (name.endsWith('.silent.example')) return;
    const found = name !== 'unknown.example';
    const of = type === TYPES.A ? ADDRESSES.A : ADDRESSES.AAAA;
    server.send(answerTo(query, end, found ? of : undefined), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  resolver = new Resolver({ timeout: 60_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${String(server.address().port)}`]);
});
afterEach(() => {
  resolver.cancel();
  server.close();
});

const ofSystem = async () => [{ address: '10.1.2.3', family: 4 as const }];

describe('looking up a name', () => {
  it('a look-up returns the addresses of both families', async () => {
    expect(await nameLookup(resolver)('portal.example')).toEqual([
      { address: '192.0.2.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
  });

  it('a look-up is answered while a hundred names have no answer', async () => {
    const lookUp = nameLookup(resolver, ofSystem);
    const silent = Array.from({ length: 100 }, (_, index) => lookUp(`a${String(index)}.silent.example`));
    const ended = Promise.allSettled(silent);
    expect(await lookUp('portal.example')).toHaveLength(2);
    resolver.cancel();
    expect((await ended).map(({ status }) => status)).toEqual(silent.map(() => 'rejected'));
  });

  it.each(['localhost', 'portal.localhost', 'receiver'])(
    '%s is looked up in the system only',
    async (name) => {
      expect(await nameLookup(resolver, ofSystem)(name)).toEqual(await ofSystem());
      expect(asked).toEqual([]);
    },
  );

  it('a name that no server knows is looked up in the system, and one without an answer is not', async () => {
    const lookUp = nameLookup(resolver, ofSystem);
    expect(await lookUp('unknown.example')).toEqual(await ofSystem());
    const unanswered = lookUp('b.silent.example');
    await expect.poll(() => asked).toContain('b.silent.example');
    resolver.cancel();
    await expect(unanswered).rejects.toMatchObject({ code: 'ECANCELLED' });
  });
});
