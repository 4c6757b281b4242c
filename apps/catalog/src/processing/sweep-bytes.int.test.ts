import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { sweepBytes } from './sweep-bytes.ts';

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();
const name = (digit: string) => digit.repeat(64);

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const put = (sha256: string) =>
  stores.attachments.put(sha256, Readable.from([Buffer.from('bytes')]), 'image/png');

describe('bytes of attachments', () => {
  it('go when no property has named them for an hour, and stay otherwise', async () => {
    const stored = [
      { url: 'https://example.org/a', sha256: name('a'), size: 5, mediaType: 'image/png' as const },
    ];
    await stores.properties.add(aProperty({ stored }), SILENTLY);
    await put(name('a'));
    await put(name('b'));
    const swept: unknown[] = [];
    const sweep = (now: Date) =>
      sweepBytes(
        {
          bytes: stores.attachments,
          properties: stores.properties,
          events: { bytesSwept: (summary) => swept.push(summary) },
          clock: () => now,
        },
        signal,
      );
    await sweep(new Date());
    expect(await stores.attachments.hold(name('b'))).toBe(true);
    await sweep(new Date(Date.now() + HOUR_MS + 1000));
    expect(await stores.attachments.hold(name('a'))).toBe(true);
    expect(await stores.attachments.hold(name('b'))).toBe(false);
    expect(await stores.attachments.read(name('b'))).toBeNull();
    expect(swept).toEqual([{ removed: 1, unfinished: 0 }]);
  });
});
