import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_FILES } from '../../test/hostile/corpus.ts';
import type { ImageOrder } from './image-orders.ts';
import { ImageProcess } from './image-process.ts';

/** The process and its libraries take 110 of them before they have read anything. */
const MOST_RESIDENT_MB = 400;
const MEMORY_MB = 512;
/** Resets the peak memory of a process. */
const RESET_PEAK = '5';

let directory: string;
const { signal } = new AbortController();
const PATIENCE = { timeoutMs: 60_000, signal };
let reader: ImageProcess;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalog-test-'));
  reader = await ImageProcess.start(MEMORY_MB, signal);
});
afterAll(async () => {
  await reader.kill();
  await rm(directory, { recursive: true });
});

async function peakMb(): Promise<number> {
  const status = await readFile(`/proc/${reader.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
}

/** The media type, the code of the failure, or what kept it from being read. */
async function ask(order: ImageOrder): Promise<string> {
  const { said: answer } = await reader.ask({ order, freePixels: Number.MAX_SAFE_INTEGER }, PATIENCE);
  if (!answer || 'pixels' in answer) return 'the process ended';
  if ('error' in answer) return answer.error;
  const result = answer.result as { mediaType: string } | { failure: { code: string } };
  return 'failure' in result ? result.failure.code : result.mediaType;
}

describe.skipIf(process.platform !== 'linux')('the memory of the process that reads files', () => {
  it.each(HOSTILE_FILES)(
    'the memory of the process that reads files stays bounded with $name',
    async ({ made, ends }) => {
      const path = join(directory, 'file');
      await writeFile(path, await made());
      await writeFile(`/proc/${reader.pid}/clear_refs`, RESET_PEAK);
      const target = join(directory, 'rendition');
      // To take a file is to inspect it and to publish it, by the functions that the orders with these names call.
      for (const marks of [{}, { caption: '© Büro Müller' }])
        expect(await ask({ take: { path, marks, target } })).toBe(ends);
      expect(await peakMb()).toBeLessThan(MOST_RESIDENT_MB);
    },
  );
});
