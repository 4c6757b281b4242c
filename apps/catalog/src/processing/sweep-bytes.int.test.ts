import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { sweepBytes } from './sweep-bytes.ts';

const AGE_MS = 6 * 3_600_000;
const { signal } = new AbortController();
const name = (digit: string) => digit.repeat(64);

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const put = (sha256: string) =>
  stores.attachments.put(sha256, Readable.from([Buffer.from('bytes')]), 'image/png');

const swept: unknown[] = [];
const sweepAt = (now: Date) =>
  sweepBytes(
    {
      bytes: stores.attachments,
      properties: stores.properties,
      events: { bytesSwept: (summary) => swept.push(summary) },
      clock: () => now,
    },
    signal,
  );

describe('bytes of attachments', () => {
  it('go when no property has named or used them for hours, and stay otherwise', async () => {
    const stored = [
      { url: 'https://example.org/a', sha256: name('a'), size: 5, mediaType: 'image/png' as const },
    ];
    await stores.properties.add(aProperty({ stored }), SILENTLY);
    await put(name('a'));
    await put(name('b'));
    await sweepAt(new Date());
    expect(await stores.attachments.hold(name('b'))).toBe(true);
    await sweepAt(new Date(Date.now() + AGE_MS + 1000));
    expect(await stores.attachments.hold(name('a'))).toBe(true);
    expect(await stores.attachments.hold(name('b'))).toBe(false);
    expect(await stores.attachments.read(name('b'))).toBeNull();
    expect(swept).toEqual([{ removed: 1, unfinished: 0 }]);
  });

  it('stay when what is published of an attachment has them', async () => {
    const renditions = [{ key: 'k', sha256: name('c'), size: 5, mediaType: 'image/png' as const }];
    await stores.properties.add(aProperty({ renditions }), SILENTLY);
    await put(name('c'));
    await sweepAt(new Date(Date.now() + AGE_MS + 1000));
    expect(await stores.attachments.hold(name('c'))).toBe(true);
  });

  it.each(['hold', 'put'] as const)(
    'that a run begins to use (%s) between the look and the removal stay',
    async (use) => {
      await put(name('d'));
      const swept = new Date(Date.now() + 20);
      const properties = {
        namesBytes: async (sha256: string) => {
          const isNamed = await stores.properties.namesBytes(sha256);
          while (Date.now() <= swept.getTime()) await new Promise((resolve) => setTimeout(resolve, 10));
          await (use === 'hold' ? stores.attachments.hold(sha256) : put(sha256));
          return isNamed;
        },
      };
      const clock = () => new Date(swept.getTime() + AGE_MS);
      const events = { bytesSwept: () => undefined };
      await sweepBytes({ bytes: stores.attachments, properties, events, clock }, signal);
      expect(await stores.attachments.hold(name('d'))).toBe(true);
      const found = await stores.attachments.read(name('d'));
      expect(found && (await text(found.stream))).toBe('bytes');
    },
  );
});
