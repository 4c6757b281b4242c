import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../use-database.fixture.ts';
import { LEASE_MS, START, after, by, message, openItems } from './work-items.fixture.ts';
import type { Items } from './work-items.fixture.ts';

const database = useDatabase();

let items: Items;
beforeAll(async () => {
  items = await openItems(database().db.collection('queued-items'));
});
beforeEach(async () => {
  await items.docs.deleteMany({});
  items.sent.length = 0;
  await items.add('item');
});

async function claimed(owner: string, now = START) {
  const claim = await items.queue.claim(by(owner, now));
  if (!claim) throw new Error('nothing was due');
  return claim;
}
const stored = () => items.docs.findOne({ _id: 'item' });
/** One lease later: whoever held the item crashed. */
const leases = (count: number) => after(count * LEASE_MS);

describe('an item of a work queue', () => {
  it('an item of a work queue belongs to one process for as long as that extends its lease, and to the next one after', async () => {
    const { queue } = items;
    const first = await claimed('one');
    expect(first.name).toBe('item');
    expect(await queue.extend(first, by('one', after(40_000)))).toBe(true);
    expect(await queue.claim(by('two', after(LEASE_MS + 1)))).toBeNull();
    expect(await queue.claim(by('two', after(100_001)))).toMatchObject({ name: 'item' });
    expect(await queue.extend(first, by('one', after(100_002)))).toBe(false);
    expect(await queue.end(first, 'late', [message('late')])).toBe(false);
    expect(await queue.end(first, 'late', [])).toBe(false);
    await queue.release(first);
    expect(await queue.claim(by('three', after(100_002)))).toBeNull();
    expect(items.sent).toEqual([]);
  });

  it('an item of a work queue is claimed when it is due, the one that has been due longest first', async () => {
    await items.add('earlier', after(-1));
    await items.add('later', after(1));
    const names = [await claimed('a'), await claimed('b')].map(({ name }) => name);
    expect(names).toEqual(['earlier', 'item']);
    expect(await items.queue.claim(by('c'))).toBeNull();
    expect(await items.queue.claim(by('c', after(1)), { accountId: 'another' })).toBeNull();
  });

  it('an item of a work queue is shown as the oldest due one until it has ended', async () => {
    const { queue } = items;
    expect(await queue.oldestDueAt(START)).toEqual(START);
    expect(await queue.oldestDueAt(after(-1))).toBeUndefined();
    const claim = await claimed('one');
    expect(await queue.oldestDueAt(START)).toEqual(START);
    expect(await queue.end(claim, 'done', [])).toBe(true);
    expect(await queue.oldestDueAt(START)).toBeUndefined();
    expect(await queue.claim(by('two', leases(9)))).toBeNull();
    expect(await stored()).toMatchObject({ result: 'done', work: { attempt: 0, errors: 0 } });
  });

  it('an item of a work queue ends in one write with its messages, which the relay gets at once', async () => {
    expect(await items.queue.end(await claimed('one'), 'done', [message('m')])).toBe(true);
    const doc = await stored();
    expect(doc).toMatchObject({ result: 'done', outbox: [{ id: 'm' }] });
    expect(doc).not.toHaveProperty('lease');
    expect(items.sent).toMatchObject([{ _id: 'item', outbox: [{ id: 'm' }] }]);
  });

  it('an item of a work queue that changed while it was worked on does not end, and is due as it is then', async () => {
    const { queue, docs } = items;
    const claim = await claimed('one');
    await docs.updateOne({ _id: 'item' }, { $set: { revision: 2 } });
    expect(await queue.end(claim, 'outdated', [message('m')])).toBe(false);
    expect(await queue.retry(claim, { dueAt: START, attempt: 1, internalErrors: 0 })).toBe(false);
    await queue.release(claim);
    expect(await claimed('one')).toMatchObject({ attempt: 0, crashes: 0 });
    expect(await stored()).not.toHaveProperty('result');
  });

  it('an item of a work queue that ends together with others gets its own result', async () => {
    const { queue, docs } = items;
    await items.add('changed');
    await items.add('taken');
    const claims = [await claimed('one'), await claimed('one'), await claimed('one')];
    await docs.updateOne({ _id: 'changed' }, { $set: { revision: 2 } });
    await docs.updateOne({ _id: 'taken' }, { $inc: { fence: 1 } });
    const ended = await Promise.all(
      claims.map(async (claim) => [claim.name, await queue.end(claim, 'x', [])]),
    );
    expect(Object.fromEntries(ended)).toEqual({ item: true, changed: false, taken: false });
  });

  it('an item of a work queue that has ended stays so for a holder who missed the reply', async () => {
    const { queue } = items;
    const claim = await claimed('one');
    await queue.end(claim, 'done', [message('m')]);
    expect(await queue.retry(claim, { dueAt: START, attempt: 0, internalErrors: 1 })).toBe(false);
    await queue.release(claim);
    expect(await stored()).toMatchObject({ result: 'done', work: { errors: 0 } });
    expect(await queue.oldestDueAt(START)).toBeUndefined();
  });

  it('an item of a work queue counts the processes in a row that crashed while they had it', async () => {
    expect((await claimed('a')).crashes).toBe(0);
    expect((await claimed('b', leases(1))).crashes).toBe(1);
    expect((await claimed('c', leases(2))).crashes).toBe(2);
  });

  it('an item of a work queue counts no crash for a process that released it, and keeps those before', async () => {
    const { queue } = items;
    await claimed('crashes');
    for (let time = 0; time < 3; time += 1) await queue.release(await claimed('stops', leases(1)));
    expect((await claimed('next', leases(1))).crashes).toBe(1);
  });

  it('an item of a work queue counts no crash before an attempt that was to be retried', async () => {
    const { queue } = items;
    await claimed('crashes');
    const claim = await claimed('survives', leases(1));
    expect(await queue.retry(claim, { dueAt: leases(1), attempt: 1, internalErrors: 2 }, 'so far')).toBe(
      true,
    );
    expect(await stored()).toMatchObject({ result: 'so far' });
    expect(await claimed('next', leases(1))).toMatchObject({ attempt: 1, internalErrors: 2, crashes: 0 });
  });

  it('an item of a work queue counts anew when it was changed while it was worked on and released', async () => {
    const { queue, docs } = items;
    const before = await claimed('one');
    await docs.updateOne({ _id: 'item' }, { $set: { work: { dueAt: START, attempt: 0, errors: 0 } } });
    await queue.release(before);
    expect((await claimed('two')).crashes).toBe(0);
    const again = await claimed('three', leases(1));
    expect(again.crashes).toBe(1);
  });

  it('an item of a work queue is found through the index of its due time', async () => {
    const find = items.docs.find({ 'work.dueAt': { $lte: START } }).sort({ 'work.dueAt': 1 });
    const plan = await find.explain('queryPlanner').catch((error: unknown) => error);
    if (plan instanceof Error) return; // a server without explain
    expect(JSON.stringify(plan)).toContain('"due"');
  });
});
