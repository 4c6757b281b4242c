import { describe, expect, it } from 'vitest';
import { AccountEraser, erasedKind } from './account-eraser.ts';
import type { ErasedKind } from './account-eraser.ts';
import { newId } from '../mongo/ids.ts';
import { useDatabase } from '../use-database.fixture.ts';

const database = useDatabase();

interface Thing {
  _id: string;
  accountId: string;
  file: string;
}

interface Life {
  /** The process ends before its write with this number. */
  endsBefore?: number;
  removed?: string[];
  /** Runs between the look at documents and the note of them. */
  meanwhile?: () => Promise<void>;
}

/** A process that erases, on collections of its own. */
async function eraserOf(
  collections: { things: string; parts: string },
  { endsBefore, removed = [], meanwhile }: Life = {},
) {
  const { db } = database();
  let writes = 0;
  const mortal = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const member: unknown = Reflect.get(of, name, of);
        if (typeof member !== 'function') return member;
        return (...input: unknown[]) => {
          const isWrite = /^(?:update|delete)/.test(String(name));
          if (isWrite && (writes += 1) === endsBefore) throw new Error('the process ended');
          return (member as (...all: unknown[]) => unknown).apply(of, input);
        };
      },
    });
  const kinds: ErasedKind[] = [
    erasedKind<Thing>({
      kind: 'things',
      docs: mortal(db.collection<Thing>(collections.things)),
      of: (accountId) => ({ accountId }),
      note: async (docs) => {
        await meanwhile?.();
        return docs.map(({ file }) => file);
      },
      after: ({ noted }) => {
        removed.push(...noted);
        return Promise.resolve({ files: noted.length });
      },
    }),
    erasedKind<Thing>({
      kind: 'parts',
      docs: mortal(db.collection<Thing>(collections.parts)),
      of: (accountId) => ({ accountId }),
    }),
  ];
  const eraser = new AccountEraser(
    { collection: (name: string) => mortal(db.collection(name)) } as never,
    kinds,
    newId,
  );
  return { eraser, hasEnded: () => endsBefore !== undefined && writes >= endsBefore };
}

/** Documents of two accounts in fresh collections. */
async function furnished(count: number) {
  const { db } = database();
  const [things, parts, accountId, other] = [newId(), newId(), newId(), newId()];
  const docsOf = (owner: string) =>
    Array.from({ length: count }, (_, index) => ({
      _id: newId(),
      accountId: owner,
      file: `${owner}-${String(index)}`,
    }));
  await db.collection<Thing>(things).insertMany([...docsOf(accountId), ...docsOf(other)]);
  await db.collection<Thing>(parts).insertMany([...docsOf(accountId), ...docsOf(other)]);
  const account = { accountId, closingId: newId(), requestedAt: new Date() };
  const left = async (owner: string) =>
    Promise.all([things, parts].map((name) => db.collection(name).countDocuments({ accountId: owner })));
  return { collections: { things, parts }, account, other, left };
}

async function untilDone({ erase }: { erase: () => Promise<boolean> }) {
  while (!(await erase()));
}

describe('the erasure of an account from a service', () => {
  it('an account is erased from every collection, with what belongs to its documents, and no other account is', async () => {
    const { collections, account, other, left } = await furnished(450);
    const removed: string[] = [];
    const { eraser } = await eraserOf(collections, { removed });
    await untilDone({ erase: () => eraser.erase(account) });
    expect(await left(account.accountId)).toEqual([0, 0]);
    expect(await left(other)).toEqual([450, 450]);
    expect(await eraser.erased(account.closingId)).toEqual({ things: 450, files: 450, parts: 450 });
    expect(new Set(removed).size).toBe(450);
    expect(removed.every((file) => file.startsWith(account.accountId))).toBe(true);
  });

  it('a process that ends before any of its writes loses nothing and counts nothing twice', async () => {
    for (let endsBefore = 1; ; endsBefore += 1) {
      const { collections, account, left } = await furnished(3);
      const removed: string[] = [];
      const first = await eraserOf(collections, { endsBefore, removed });
      await first.eraser.erase(account).catch(() => undefined);
      const { eraser } = await eraserOf(collections, { removed });
      await untilDone({ erase: () => eraser.erase(account) });
      expect(await left(account.accountId), `ended before write ${String(endsBefore)}`).toEqual([0, 0]);
      expect(await eraser.erased(account.closingId)).toEqual({ things: 3, files: 3, parts: 3 });
      expect(new Set(removed).size).toBe(3);
      if (!first.hasEnded()) return;
    }
  });

  it('two processes that erase the same account at once count everything once', async () => {
    const { collections, account, left } = await furnished(600);
    const processes = await Promise.all([eraserOf(collections), eraserOf(collections)]);
    await Promise.all(processes.map(({ eraser }) => untilDone({ erase: () => eraser.erase(account) })));
    expect(await left(account.accountId)).toEqual([0, 0]);
    const { eraser } = await eraserOf(collections);
    expect(await eraser.erased(account.closingId)).toEqual({ things: 600, files: 600, parts: 600 });
  });

  it('a process that was slow to note what another one has erased meanwhile counts none of it again', async () => {
    const { collections, account, left } = await furnished(600);
    const { eraser } = await eraserOf(collections);
    const meanwhile = () => untilDone({ erase: () => eraser.erase(account) });
    const slow = await eraserOf(collections, { meanwhile });
    await untilDone({ erase: () => slow.eraser.erase(account) });
    expect(await left(account.accountId)).toEqual([0, 0]);
    expect(await eraser.erased(account.closingId)).toEqual({ things: 600, files: 600, parts: 600 });
  });

  it('what arrives after an account was erased is found by the next look, and counted', async () => {
    const { collections, account, left } = await furnished(2);
    const { eraser } = await eraserOf(collections);
    await untilDone({ erase: () => eraser.erase(account) });
    const late = { _id: newId(), accountId: account.accountId, file: 'late' };
    await database().db.collection<Thing>(collections.parts).insertOne(late);
    await untilDone({ erase: () => eraser.erase(account) });
    expect(await left(account.accountId)).toEqual([0, 0]);
    expect(await eraser.erased(account.closingId)).toEqual({ things: 2, files: 2, parts: 3 });
  });
});
