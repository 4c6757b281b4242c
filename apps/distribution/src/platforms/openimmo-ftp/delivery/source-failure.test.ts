import { Unavailable } from '@estate/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WatchedArchive } from './source-failure.ts';

afterEach(() => vi.useRealTimers());

const archiveOf = (chunks: () => AsyncGenerator<Uint8Array>) =>
  new WatchedArchive({ size: 1, chunks, release: () => undefined });

describe('a package whose reading is watched', () => {
  it('a package that is held up by its files is not a failure of the server', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const archive = archiveOf(async function* () {
      yield await new Promise<never>(() => undefined);
    });
    void archive.chunks().next();
    vi.advanceTimersByTime(5000);
    expect(archive.broken).toBeUndefined();
    vi.advanceTimersByTime(5000);
    expect(archive.broken?.error).toBeInstanceOf(Unavailable);
  });

  it('a package that waits for the server is not held up by its files', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const archive = archiveOf(async function* () {
      yield await Promise.resolve(Buffer.from('a'));
    });
    await archive.chunks().next();
    vi.advanceTimersByTime(60_000);
    expect(archive.broken).toBeUndefined();
  });

  it('a package that breaks keeps the reason', async () => {
    const archive = archiveOf(async function* () {
      yield await Promise.reject(new Error('damaged'));
    });
    await expect(archive.chunks().next()).rejects.toThrow('damaged');
    expect(archive.broken).toEqual({ error: new Error('damaged') });
  });
});
