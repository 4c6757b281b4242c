import { beforeEach, describe, expect, it } from 'vitest';
import { claim, extendLease, held, leaseOf, releaseLease } from './lease.ts';
import type { Leased } from './lease.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface Lane extends Leased {
  due: number;
  result?: string;
}

const database = useDatabase();

const NOW = new Date('2026-01-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const lanes = () => database().db.collection<Lane>('lanes');
const claimAs = (owner: string, now = NOW) => claim(lanes(), { due: 1 }, { owner, leaseMs: 10_000, now });

async function mustClaim(owner: string, now = NOW): Promise<Lane> {
  const lane = await claimAs(owner, now);
  if (lane === null) throw new Error('nothing to claim');
  return lane;
}

beforeEach(async () => {
  await lanes().deleteMany({});
  await lanes().insertOne({ _id: 'lane', due: 1 });
});

describe('a lease', () => {
  it('a lease is held by exactly one of 50 who claim at once', async () => {
    const claims = await Promise.all(Array.from({ length: 50 }, (_, n) => claimAs(`worker-${n}`)));
    const won = claims.filter((lane) => lane !== null);
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({ fence: 1, lease: { until: at(10) } });
  });

  it('a lease is given once for each document: 50 concurrent claims of 50 documents each get another one', async () => {
    await lanes().insertMany(Array.from({ length: 49 }, (_, n) => ({ _id: `lane-${n}`, due: 1 })));
    const claims: (Lane | null)[] = [];
    // A loser of the race for one document may come away empty on some servers; it asks again.
    while (claims.filter(Boolean).length < 50) {
      const missing = 50 - claims.filter(Boolean).length;
      claims.push(...(await Promise.all(Array.from({ length: missing }, (_, n) => claimAs(`worker-${n}`)))));
    }
    expect(new Set(claims.filter((lane) => lane !== null).map((lane) => lane._id)).size).toBe(50);
    expect(await claimAs('late')).toBeNull();
  });

  it('a lease of a dead owner is taken over after its end, not before', async () => {
    await mustClaim('dead');
    expect(await claimAs('other', at(9))).toBeNull();
    expect(await claimAs('other', at(10))).toMatchObject({ fence: 2, lease: { owner: 'other' } });
  });

  it('a lease that ends later than any lease does counts as over, and a long one of the settings does not', async () => {
    await lanes().updateOne({ _id: 'lane' }, { $set: { lease: { owner: 'ahead', until: at(2 * 3600) } } });
    const long = { owner: 'long', leaseMs: 3 * 3_600_000, now: NOW };
    expect(await claim(lanes(), { due: 1 }, long)).toBeNull();
    expect(await claimAs('other')).toMatchObject({ lease: { owner: 'other', until: at(10) } });
  });

  it('a lease that ran out and was taken over allows no write, no extension and no release any more', async () => {
    const zombie = leaseOf(await mustClaim('zombie'));
    const holder = leaseOf(await mustClaim('holder', at(11)));
    const late = await lanes().updateOne(held<Lane>(zombie), { $set: { result: 'stale' } });
    expect(late.matchedCount).toBe(0);
    expect(await extendLease(lanes(), zombie, { leaseMs: 10_000, now: at(12) })).toBe(false);
    await releaseLease(lanes(), zombie);
    expect(await lanes().findOne({ _id: 'lane' })).toMatchObject({ fence: 2, lease: { owner: 'holder' } });
    const right = await lanes().updateOne(held<Lane>(holder), { $set: { result: 'fresh' } });
    expect(right.matchedCount).toBe(1);
  });

  it('a lease that is extended holds longer', async () => {
    const lease = leaseOf(await mustClaim('slow'));
    expect(await extendLease(lanes(), lease, { leaseMs: 10_000, now: at(8) })).toBe(true);
    expect(await claimAs('other', at(12))).toBeNull();
  });

  it('a lease that is given back is free at once', async () => {
    await releaseLease(lanes(), leaseOf(await mustClaim('quick')));
    expect(await claimAs('other')).toMatchObject({ fence: 2 });
  });

  it('a lease counts how often it was taken, where the document keeps that, in the write that takes it', async () => {
    const counting = { owner: 'w', leaseMs: 1000, counts: 'work.claims' };
    expect(await claim(lanes(), { due: 1 }, { ...counting, now: NOW })).toMatchObject({
      work: { claims: 1 },
    });
    expect(await claim(lanes(), { due: 1 }, { ...counting, now: at(1) })).toMatchObject({
      fence: 2,
      work: { claims: 2 },
    });
  });

  it('a lease is only given for what matches, in the order asked for', async () => {
    await lanes().insertOne({ _id: 'a', due: 1 });
    const first = await claim(lanes(), { due: 1 }, { owner: 'w', leaseMs: 1000, now: NOW, sort: { _id: 1 } });
    expect(first?._id).toBe('a');
    expect(await claim(lanes(), { due: 7 }, { owner: 'w', leaseMs: 1000, now: NOW })).toBeNull();
  });
});
