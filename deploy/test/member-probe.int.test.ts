import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startMongo } from '@estate/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { isMember } from '../src/kubernetes/member-probe.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

async function exitCode(port: number): Promise<number> {
  const [code] = (await once(spawn('bash', ['-c', isMember(port)]), 'exit')) as [number];
  return code;
}

/** A server that answers each message with a document of these booleans. */
async function answering(fields: Record<string, boolean>): Promise<number> {
  const elements = Object.entries(fields).map(([name, value]) =>
    Buffer.concat([Buffer.from(`\u0008${name}\0`), Buffer.from([value ? 1 : 0])]),
  );
  const content = Buffer.concat([Buffer.alloc(25), ...elements, Buffer.from([0])]);
  const size = Buffer.alloc(4);
  size.writeInt32LE(content.length + 4);
  // The answer comes in pieces, and the connection stays open.
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(size);
      setImmediate(() => socket.write(content));
    });
  }).listen(0, '127.0.0.1');
  closing.push(async () => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the readiness of a database', () => {
  it('a server of the wire protocol that takes writes is ready', async () => {
    const server = await startMongo();
    closing.push(() => server.stop());
    expect(await exitCode(Number(new URL(server.uri.replace(/^mongodb:/, 'http:')).port))).toBe(0);
  });

  it.each([
    ['a primary is ready', { isWritablePrimary: true, secondary: false }, 0],
    ['a secondary is ready', { isWritablePrimary: false, secondary: true }, 0],
    ['a member that copies data is not ready', { isWritablePrimary: false, secondary: false }, 1],
    ['a database without a replica set is not ready', { isWritablePrimary: false, isreplicaset: true }, 1],
  ])('%s', async (_what, fields, code) => {
    expect(await exitCode(await answering(fields))).toBe(code);
  });

  it('a database that does not listen is not ready', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await exitCode(port)).not.toBe(0);
  });
});
