import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aPicture, plain } from '../../test/picture.ts';
import { testImages } from '../../test/test-images.ts';
import { GO_ON, ImageProcess } from './image-process.ts';
import type { PlacedOrder } from './image-process.ts';
import type { ImageProcesses } from './image-processes.ts';

const { signal } = new AbortController();
const client = { accountId: 'a', signal };
const PATIENCE = { timeoutMs: 60_000, signal };
/** Enough for small pictures, and too little for a progressive one of 32 megapixels. */
const LITTLE_MB = 200;

let directory: string;
let images: ImageProcesses;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalog-test-'));
  await writeFile(join(directory, 'small'), await aPicture('jpeg'));
  await writeFile(
    join(directory, 'large'),
    await plain(5700, 5700, 'red').jpeg({ progressive: true }).toBuffer(),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await images.close();
});
afterAll(() => rm(directory, { recursive: true }));

/** Every process that is started from now on. */
function startedProcesses(): Promise<ImageProcess>[] {
  const started: Promise<ImageProcess>[] = [];
  const start = ImageProcess.start;
  vi.spyOn(ImageProcess, 'start').mockImplementation((...options) => {
    const process = start(...options);
    started.push(process);
    return process;
  });
  return started;
}

/** When the decoding of a file begins and ends, by all processes. */
function orderOfDecoding() {
  const order: string[] = [];
  const asked = new Set<ImageProcess>();
  const { ask } = ImageProcess.prototype;
  vi.spyOn(ImageProcess.prototype, 'ask').mockImplementation(async function (this: ImageProcess, ...args) {
    asked.add(this);
    if (args[0] === GO_ON) order.push('begins');
    const said = await ask.apply(this, args);
    if (args[0] === GO_ON) order.push('ends');
    return said;
  });
  return { order, asked };
}

const inspect = (name: string) => images.inspect(join(directory, name), client);
const READ = { mediaType: 'image/jpeg' };
const REFUSED = { failure: { code: 'attachment_unreadable', transient: false } };

describe('a process that reads files', () => {
  it.skipIf(process.platform !== 'linux')(
    'a process that reads files gets no more memory than it may have',
    async () => {
      const deaths: unknown[] = [];
      images = testImages({ memoryMb: LITTLE_MB, onDeath: (death) => deaths.push(death) });
      expect(await inspect('small')).toEqual(READ);
      expect(await inspect('large')).toMatchObject(REFUSED);
      expect(await inspect('small')).toEqual(READ);
    },
  );

  it('a process that reads files is replaced when a file takes too long, and that file is refused', async () => {
    const deaths: unknown[] = [];
    images = testImages({ timeoutMs: 1, onDeath: (death) => deaths.push(death) });
    expect(await inspect('large')).toMatchObject(REFUSED);
    expect(deaths).toEqual([{ accountId: 'a', why: 'too slow' }]);
  });

  it('a process that reads files is replaced when it was killed between two files, and nothing is refused for that', async () => {
    const order = { inspect: join(directory, 'small') };
    const reader = await ImageProcess.start(512, signal);
    const ask = async (message: PlacedOrder | typeof GO_ON) => (await reader.ask(message, PATIENCE)).said;
    expect(await ask({ order, freePixels: 64 * 64 - 1 })).toEqual({ pixels: 64 * 64 });
    expect(await ask(GO_ON)).toMatchObject({ result: READ });
    expect(await ask({ order, freePixels: 64 * 64 })).toMatchObject({ result: READ });
    await reader.kill();
    expect(await ask({ order, freePixels: 0 })).toBeNull();
    const started = startedProcesses();
    images = testImages();
    expect(await inspect('small')).toEqual(READ);
    await (await started[0])?.kill();
    expect(await inspect('small')).toEqual(READ);
    expect(started).toHaveLength(2);
  });

  it('a process that reads files ends at once when its file is not wanted any more', async () => {
    images = testImages();
    const stopping = new AbortController();
    const running = images.inspect(join(directory, 'large'), { accountId: 'a', signal: stopping.signal });
    stopping.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(await inspect('small')).toEqual(READ);
  });

  it('a process that reads files ends when its file is not wanted any more before it is ready', async () => {
    const started = startedProcesses();
    images = testImages();
    const stopping = new AbortController();
    const running = images.inspect(join(directory, 'small'), { accountId: 'a', signal: stopping.signal });
    setImmediate(() => stopping.abort());
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(started[0]).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('a process that reads files refuses no file when the system kills it', async () => {
    const deaths: unknown[] = [];
    images = testImages({ onDeath: (death) => deaths.push(death) });
    const started = startedProcesses();
    await images.start();
    const running = inspect('large');
    await (await started[0])?.kill();
    await expect(running).rejects.toThrow('was killed');
    expect(deaths).toEqual([]);
    expect(await inspect('small')).toEqual(READ);
  });

  it.skipIf(process.platform !== 'linux')(
    'a process that reads files that cannot be started is no failure of a file',
    async () => {
      images = testImages({ memoryMb: 1 });
      await expect(images.start()).rejects.toThrow('The process that reads images did not start');
      await expect(inspect('small')).rejects.toThrow('The process that reads images did not start');
    },
  );

  it('a process that reads files is no failure of a file when the machine cannot read it', async () => {
    images = testImages();
    await expect(inspect('absent')).rejects.toThrow('ENOENT');
    expect(await inspect('small')).toEqual(READ);
  });

  it('processes that read files decode no more pixels at a time than they may', async () => {
    const deaths: unknown[] = [];
    const { asked, order } = orderOfDecoding();
    images = testImages({ processes: 2, pixels: 1_000_000, onDeath: (death) => deaths.push(death) });
    const both = await Promise.all([inspect('large'), inspect('large')]);
    expect(both).toEqual([READ, READ]);
    expect(order).toEqual(['begins', 'ends', 'begins', 'ends']);
    expect(asked.size).toBe(2);
    expect(deaths).toEqual([]);
  });
});
