import { Readable } from 'node:stream';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import { PackageBudget } from './package-budget.ts';
import { storePackage } from './store-package.ts';

const FULL = { code: 'import-storage-full', status: 409 };
let stored: Map<string, number>;
let budget: PackageBudget;
let keptBytes: number;

beforeEach(() => {
  stored = new Map();
  keptBytes = 0;
  const totalSize = (beginning: string) =>
    Promise.resolve(
      [...stored].filter(([name]) => name.startsWith(beginning)).reduce((sum, [, size]) => sum + size, 0),
    );
  budget = new PackageBudget({
    packages: { totalSize },
    kept: { bytesOf: () => Promise.resolve(keptBytes) },
    accountBytes: 1000,
  });
});

const packages = {
  put: async (name: string, pieces: AsyncIterable<Buffer>) => {
    let size = 0;
    for await (const piece of pieces) size += piece.length;
    stored.set(name, size);
  },
};

const upload = (accountId: string, pieces: Iterable<Buffer> | AsyncIterable<Buffer>, announced = 0) =>
  storePackage({ packages, newId, maxBytes: 800, budget }, accountId, {
    bytes: Readable.from(pieces),
    announced,
  });

const bytes = (size: number) => [Buffer.alloc(size)];

describe('the uploads of an account', () => {
  it('the uploads of an account have a size together, and others go on', async () => {
    await upload('one', bytes(600));
    await expect(upload('one', bytes(600))).rejects.toMatchObject(FULL);
    await expect(upload('other', bytes(600))).resolves.toMatchObject({ sizeBytes: 600 });
    await expect(upload('one', bytes(400))).resolves.toMatchObject({ sizeBytes: 400 });
    stored.clear();
    await expect(upload('one', bytes(600))).resolves.toMatchObject({ sizeBytes: 600 });
  });

  it('the uploads of an account are refused by the size that they announce before they are read', async () => {
    await upload('one', bytes(600));
    const unread = (async function* () {
      yield await Promise.reject<Buffer>(new Error('the body was read'));
    })();
    await expect(upload('one', unread, 500)).rejects.toMatchObject(FULL);
  });

  it('the uploads of an account that run at the same time count together, and leave nothing when they fail', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => upload('one', bytes(600))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    stored.clear();
    await expect(upload('one', bytes(800))).resolves.toMatchObject({ sizeBytes: 800 });
  });

  it('the uploads of an account count those that other processes store meanwhile', async () => {
    const meanwhile = (async function* () {
      yield Buffer.alloc(600);
      stored.set('one-of-another-process', 600);
      await Promise.resolve();
    })();
    await expect(upload('one', meanwhile)).rejects.toMatchObject(FULL);
  });

  it('a package larger than the space of an account is taken in its turn, in which it is refused', async () => {
    expect(await budget.fits('one', 5000)).toBe(true);
    stored.set('one-1', 1);
    expect(await budget.fits('one', 5000)).toBe(false);
  });
});
