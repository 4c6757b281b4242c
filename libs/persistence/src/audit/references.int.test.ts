import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { namedIn, referenceWalk } from './references.ts';
import type { FindNamed, ReferenceRule } from './references.ts';
import { useDatabase } from '../use-database.fixture.ts';

const NOW = new Date('2026-11-01T12:00:00.000Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const HEARD_WITHIN_MS = 10 * 60_000;

interface Doc {
  _id: string;
  accountId: string;
  namedId?: string;
}
const database = useDatabase();
const collectionOf = (name: string): Collection<Doc> => database().db.collection(name);

const rule = (name: string, more: Partial<ReferenceRule<Doc>> = {}): ReferenceRule<Doc> => ({
  ...{ name, meaning: 'Nothing is shown.', advice: 'Fix it.' },
  ...more,
});

function auditOf(
  name: string,
  { find, settledMs }: { find?: FindNamed; settledMs?: number } = {},
): (now?: Date) => Promise<Record<string, readonly string[]>> {
  const invariants = referenceWalk<Doc>({
    ...{ name, collection: collectionOf(name) },
    references: [
      {
        fields: ['namedId'],
        namedBy: ({ namedId }) => namedId,
        find: find ?? namedIn(collectionOf(`${name}-named`)),
        missing: rule('missing', settledMs === undefined ? {} : { settledMs }),
        foreign: rule('foreign'),
      },
    ],
  });
  return async (now = NOW) => {
    const pass = { now };
    const found = invariants.map(async (one) => [one.name, await one.broken(pass)] as const);
    return Object.fromEntries(await Promise.all(found));
  };
}

describe('a reference', () => {
  it('a reference is wrong if what it names does not exist, or belongs to another account', async () => {
    await collectionOf('a-named').insertMany([
      { _id: 'own', accountId: 'x' },
      { _id: 'other', accountId: 'y' },
    ]);
    await collectionOf('a').insertMany([
      { _id: '1', accountId: 'x', namedId: 'own' },
      { _id: '2', accountId: 'x', namedId: 'other' },
      { _id: '3', accountId: 'x', namedId: 'gone' },
      { _id: '4', accountId: 'x' },
    ]);
    expect(await auditOf('a')()).toEqual({ missing: ['3'], foreign: ['2'] });
  });

  it('a reference to what was deleted is wrong, and one search serves all rules of a portion', async () => {
    const searches: (readonly string[])[] = [];
    const find: FindNamed = (ids) => {
      searches.push(ids);
      return Promise.resolve([{ id: 'deleted', accountId: 'x', isDeleted: true }]);
    };
    await collectionOf('b').insertMany([
      { _id: '1', accountId: 'x', namedId: 'deleted' },
      { _id: '2', accountId: 'x', namedId: 'deleted' },
    ]);
    expect(await auditOf('b', { find })()).toEqual({ missing: ['1', '2'], foreign: [] });
    expect(searches).toEqual([['deleted']]);
  });

  it('a reference that may be wrong for a while counts after that time, also in another process', async () => {
    await collectionOf('c').insertMany([
      { _id: '1', accountId: 'x', namedId: 'gone' },
      { _id: '2', accountId: 'x', namedId: 'gone' },
    ]);
    const look = (minutes: number) => auditOf('c', { settledMs: HEARD_WITHIN_MS })(later(minutes));
    expect(await look(0)).toEqual({ missing: [], foreign: [] });
    expect(await look(9)).toEqual({ missing: [], foreign: [] });
    await collectionOf('c').deleteOne({ _id: '2' });
    expect(await look(10)).toEqual({ missing: ['1'], foreign: [] });
    await collectionOf('c').updateOne({ _id: '1' }, { $unset: { namedId: '' } });
    expect(await look(11)).toEqual({ missing: [], foreign: [] });
    await collectionOf('c').updateOne({ _id: '1' }, { $set: { namedId: 'gone' } });
    expect(await look(12)).toEqual({ missing: [], foreign: [] });
  });
});
