import { holdImports } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { holdAccount } from '../routes/import-questions.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const full = { scope: 'VOLL' } as const;

/** An account with something in every collection: an import that ended, and one that waits. */
async function furnished(word: string) {
  const accountId = newId();
  const sourceId = await stage.addSource(accountId, { maxRemovedShare: 0 });
  const sent = { accountId, sourceId, fileName: `${word}.zip` };
  const objects = [
    { number: `${word}-1`, title: word, email: `${word}@example.org`, photos: ['a.jpg'] },
    { number: `${word}-2` },
  ];
  const files = { 'openimmo.xml': documentOf(objects, full), 'a.jpg': Buffer.from(word) };
  const { id: importId } = await stage.importOf(await zipOf(files), sent);
  const waiting = await stage.importOf(documentOf(objects.slice(0, 1), full), sent);
  expect(waiting.state).toBe('awaiting_confirmation');
  const of = { importId, accountId, sourceId, folder: '/', fileName: `${word}.zip` };
  await stage.stores.results.expect(of, new Date());
  await stage.stores.held.hold(accountId, { id: newId(), at: new Date() });
  return { accountId, sourceId, waiting };
}

/** By collection, how often an account is named; byte stores by their names. */
async function named(accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await stage.db.listCollections().toArray()) {
    const docs = await stage.db.collection(name).find().toArray();
    const count = docs.filter((doc) => JSON.stringify(doc).includes(accountId)).length;
    if (count > 0) counts[name] = count;
  }
  return counts;
}

describe('the erasure of an account from the importer', () => {
  it('an account is erased from every collection, with its packages, and another one keeps everything', async () => {
    const [gone, kept] = [await furnished('Zebulonia'), await furnished('Nachbarn')];
    const before = await named(kept.accountId);
    const { 'packages.files': packages, ...of } = await named(gone.accountId);
    expect(of).toMatchObject({
      ...{ imports: 2, 'import-objects': 3, 'import-queues': 1, 'import-sources': 1, 'import-results': 1 },
      ...{ 'known-objects': 2, 'known-persons': 1, 'held-accounts': 1 },
    });
    // The package that waits, and the one of the earlier import, which is kept for previews.
    expect(packages).toBe(2);
    const account = { accountId: gone.accountId, closingId: newId(), requestedAt: new Date() };
    while (!(await stage.stores.accountEraser.erase(account)));
    // It says for a month that the account was erased.
    expect(await named(gone.accountId)).toEqual({ 'account-erasures': 1 });
    expect(await stage.stores.packages.read(gone.waiting.packageName)).toBeNull();
    expect(await stage.stores.accountEraser.erased(account.closingId)).toEqual({
      others: Object.values(of).reduce((sum, count) => sum + count, 0),
    });
    expect(await named(kept.accountId)).toEqual(before);
  });

  it('an import that is worked on while its account is erased writes nothing that stays', async () => {
    const { accountId, sourceId } = await furnished('Mitten');
    const erased = { accountId, closingId: newId(), requestedAt: new Date() };
    await stage.stores.held.letGo(accountId, (await heldBy(accountId)) ?? '');
    stage.owners.fail = (subject) => {
      if (subject.includes('property')) void stage.stores.accountEraser.erase(erased);
      return undefined;
    };
    await stage.importOf(documentOf([{ number: 'late' }]), { accountId, sourceId }).catch(() => undefined);
    stage.owners.fail = () => undefined;
    // As the closing looks again.
    while (!(await stage.stores.accountEraser.erase(erased)));
    expect(await named(accountId)).toEqual({ 'account-erasures': 1 });
  });
});

const heldBy = async (accountId: string) =>
  (await stage.db.collection<{ _id: string; closingId: string }>('held-accounts').findOne({ _id: accountId }))
    ?.closingId;

describe('an account whose closing can be cancelled', () => {
  it('an account whose closing can be cancelled has nothing imported, and everything once the closing was cancelled', async () => {
    const accountId = newId();
    const [closingId, later] = [newId(), newId()];
    const { held, queue } = stage.stores;
    const route = holdAccount({ clock: () => new Date(), held, queue });
    const hold = (isHeld: boolean, id = closingId) =>
      route.handle(holdImports.input.parse({ closingId: id, isHeld }), {
        accountId,
        requestId: 'r-12345678',
      });
    await hold(true);
    await hold(true);
    const waiting = await stage.send(documentOf([{ number: '1' }]), { accountId });
    await stage.work();
    expect(await stage.found(waiting)).toMatchObject({ state: 'queued', objects: [] });
    const waits = await stage.db
      .collection<{ _id: string; dueAt: Date }>('import-queues')
      .findOne({ _id: waiting.queueId });
    expect(waits?.dueAt.getTime()).toBeGreaterThan(Date.now());
    // The end of another closing ends nothing.
    await hold(false, later);
    await stage.work();
    expect((await stage.found(waiting)).state).toBe('queued');
    await hold(false);
    await stage.work();
    expect(await stage.found(waiting)).toMatchObject({ state: 'finished', counts: { created: 1 } });
  });
});
