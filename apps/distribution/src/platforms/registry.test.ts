import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PLATFORMS } from '@estate/contracts';
import { describe, expect, it } from 'vitest';

const SANDBOX = new URL('../../../../tools/sandbox/src/', import.meta.url);

describe.each(PLATFORMS)('the row of $type', ({ adapter, simulator }) => {
  it('the row of a platform names a folder with an adapter', async () => {
    expect(await import(`./${adapter}/adapter.ts`)).toMatchObject({
      adapter: expect.any(Function) as unknown,
    });
  });

  it('the row of a platform names a folder with a simulator', () => {
    expect(existsSync(fileURLToPath(new URL(`${simulator}/simulator.ts`, SANDBOX)))).toBe(true);
  });
});

it('types and the beginnings of settings are unique', () => {
  for (const name of ['type', 'settings'] as const)
    expect(new Set(PLATFORMS.map((row) => row[name])).size).toBe(PLATFORMS.length);
});
