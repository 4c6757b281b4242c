// One engine: ./move-bytes.int.test.ts, ./recovery.int.test.ts: the answers of S3 differ, and not what the database knows of bytes outside.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Unavailable } from '@estate/errors';
import { hasSwift } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { S3Blobs } from './s3-blobs.ts';
import { BUCKET, Stage, inParts, sample } from './stage.fixture.ts';

const KEY = { id: 'a'.repeat(24), name: 'aabbcc' };
const at = (endpoint: string, changes: { bucket?: string; secret?: string; id?: string } = {}) =>
  new S3Blobs({
    ...{
      kind: 's3',
      prefix: '',
      region: 'us-east-1',
      pathStyle: true,
      endpoint,
      bucket: changes.bucket ?? BUCKET,
    },
    credentials: { id: changes.id ?? 'estate:tester', secret: { reveal: () => changes.secret ?? 'testing' } },
  });

/** What an operator gets to read of a failure. */
async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Unavailable);
  expect((error as Unavailable).message).toBe('The byte store is unavailable.');
  return String((error as Unavailable).details['reason']);
}

describe.skipIf(!hasSwift())('a real S3', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open(['s3']);
  });
  afterAll(() => stage?.close());

  it('a real S3 that refuses is explained with what to do', async () => {
    const { endpoint } = stage.swift!;
    const put = (changes: Parameters<typeof at>[1]) =>
      reasonOf(at(endpoint, changes).write(KEY, inParts(sample(10).content)));
    expect(await put({ bucket: 'no-such-bucket' })).toContain('create the bucket');
    expect(await put({ secret: 'wrong' })).toContain('BYTE_STORE_SECRET_ACCESS_KEY');
    expect(await put({ id: 'estate:nobody' })).toMatch(/BYTE_STORE_(SECRET_)?ACCESS_KEY/);
  });

  it('a real S3 gives out an address for which no credentials are needed, and which is for one object only', async () => {
    const blobs = at(stage.swift!.endpoint);
    const { content } = sample(1000);
    await blobs.write(KEY, inParts(content));
    const url = await blobs.link(KEY);
    const answer = await fetch(url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect((await fetch(url.replace(KEY.name, 'ddeeff'))).status).toBe(403);
    expect((await fetch(url.replace(/\?.*/, ''))).ok).toBe(false);
  });
});

describe('an S3 with problems', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function answering(answers: (number | 'break')[]): Promise<{ blobs: S3Blobs; asked: () => number }> {
    let asked = 0;
    server = createServer((request, response) => {
      request.resume();
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      if (answer === 'break') request.socket.destroy();
      else {
        const text = `<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>later</Message></Error>`;
        request.on('end', () => response.writeHead(answer ?? 500).end(answer === 200 ? '' : text));
      }
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    return { blobs: at(`http://127.0.0.1:${port}`), asked: () => asked };
  }

  it('an S3 with problems that asks for fewer requests gets the same one again', async () => {
    const { blobs, asked } = await answering([503, 503, 200]);
    await blobs.write(KEY, inParts(sample(10).content));
    expect(asked()).toBe(3);
  });

  it('an S3 with problems that goes on asking for fewer requests is explained', async () => {
    const { blobs } = await answering([503]);
    expect(await reasonOf(blobs.write(KEY, inParts(sample(10).content)))).toContain(
      'limits the rate of requests',
    );
  });

  it('an S3 with problems that breaks connections or cannot be reached is explained', async () => {
    const { blobs } = await answering(['break']);
    expect(await reasonOf(blobs.remove(KEY))).toContain('cannot be reached');
    server?.close();
    expect(await reasonOf(at('http://127.0.0.1:1').remove(KEY))).toContain('cannot be reached');
  });
});
