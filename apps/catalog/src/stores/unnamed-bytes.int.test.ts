import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sweepBytes } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { BYTES_UNUSED_MS } from '../processing/create-processing.ts';

const { signal } = new AbortController();
const name = (digit: string) => digit.repeat(64);
/** The hash of what is put. */
const PUT = createHash('sha256').update('bytes').digest('hex');

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const put = (sha256: string) =>
  stores.attachments.put(sha256, Readable.from([Buffer.from('bytes')]), { mediaType: 'image/png' });

const swept: unknown[] = [];
const unnamed = (names: readonly string[]) => stores.unnamedBytes(names);
const sweepAt = (now: Date, unnamedOf = unnamed) => {
  const clock = () => now;
  const onSwept = (summary: unknown) => void swept.push(summary);
  const sweep = {
    bytes: stores.attachments,
    unnamed: unnamedOf,
    unusedForMs: BYTES_UNUSED_MS,
    clock,
    onSwept,
  };
  return sweepBytes(sweep, signal);
};

describe('bytes of attachments', () => {
  it('bytes of attachments go when no property has named or used them for hours, and stay otherwise', async () => {
    const stored = [
      { url: 'https://example.org/a', sha256: name('a'), size: 5, mediaType: 'image/png' as const },
    ];
    await stores.properties.add(aProperty({ stored }), SILENTLY);
    await put(name('a'));
    await put(name('b'));
    await sweepAt(new Date());
    expect(await stores.attachments.touch(name('b'))).toBe(true);
    await sweepAt(new Date(Date.now() + BYTES_UNUSED_MS + 1000));
    expect(await stores.attachments.touch(name('a'))).toBe(true);
    expect(await stores.attachments.touch(name('b'))).toBe(false);
    expect(await stores.attachments.read(name('b'))).toBeNull();
    expect(swept).toEqual([{ removed: 1, unfinished: 0 }]);
  });

  it('bytes of attachments stay when what is published of an attachment has them', async () => {
    const renditions = [{ key: 'k', sha256: name('c'), size: 5, mediaType: 'image/png' as const }];
    await stores.properties.add(aProperty({ renditions }), SILENTLY);
    await put(name('c'));
    await sweepAt(new Date(Date.now() + BYTES_UNUSED_MS + 1000));
    expect(await stores.attachments.touch(name('c'))).toBe(true);
  });

  it('bytes of attachments stay when an upload has them as its file or as its rendition', async () => {
    const rendition = { key: 'k', sha256: name('e'), size: 5, mediaType: 'image/png' as const };
    const file = { accountId: 'a', sha256: name('d'), size: 5, mediaType: 'image/png' as const, rendition };
    await stores.uploads.put(file, { id: 'u', now: new Date() });
    expect(await stores.unnamedBytes([name('d'), name('e'), name('f')])).toEqual([name('f')]);
  });

  it.each(['touch', 'put'] as const)(
    'bytes of attachments that a run begins to use (%s) between the look and the removal stay',
    async (use) => {
      await put(PUT);
      const swept = new Date(Date.now() + 20);
      await sweepAt(new Date(swept.getTime() + BYTES_UNUSED_MS), async (names) => {
        const found = await unnamed(names);
        while (Date.now() <= swept.getTime()) await new Promise((resolve) => setTimeout(resolve, 10));
        await (use === 'touch' ? stores.attachments.touch(PUT) : put(PUT));
        return found;
      });
      expect(await stores.attachments.touch(PUT)).toBe(true);
      const found = await stores.attachments.read(PUT);
      expect(found && (await text(found.stream))).toBe('bytes');
    },
  );
});
