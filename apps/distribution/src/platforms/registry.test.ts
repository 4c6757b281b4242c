import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CALLED_PLATFORMS, PLATFORMS } from '@estate/contracts';
import { describe, expect, it } from 'vitest';

const SANDBOX = new URL('../../../../tools/sandbox/src/', import.meta.url);

describe.each(PLATFORMS)('the row of $type', ({ adapter }) => {
  it('the row of a platform names a folder with an adapter', async () => {
    expect(await import(`./${adapter}/adapter.ts`)).toMatchObject({
      adapter: expect.any(Function) as unknown,
    });
  });
});

it.each(CALLED_PLATFORMS)('the row of $type names a folder with a simulator', ({ simulator }) => {
  expect(existsSync(fileURLToPath(new URL(`${simulator}/simulator.ts`, SANDBOX)))).toBe(true);
});

it('types and the beginnings of settings are unique', () => {
  expect(new Set(PLATFORMS.map(({ type }) => type)).size).toBe(PLATFORMS.length);
  const beginnings = CALLED_PLATFORMS.map(({ settings }) => settings);
  expect(new Set(beginnings).size).toBe(beginnings.length);
});
