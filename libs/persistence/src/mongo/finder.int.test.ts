import { describe, expect, it } from 'vitest';
import { Finder, findable } from './finder.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface House {
  _id: string;
  accountId: string;
  number?: string;
}

const database = useDatabase();

describe('a finder', () => {
  it('a finder finds documents of all accounts by id and by their other names, each once', async () => {
    const houses = database().db.collection<House>('found-houses');
    await houses.insertMany([
      { _id: 'h1', accountId: 'a', number: '7' },
      { _id: 'h2', accountId: 'b', number: '7' },
      { _id: 'h3', accountId: 'b', number: 'h3' },
    ]);
    const finder = new Finder([
      findable({
        kind: 'house',
        docs: houses,
        by: (number) => [{ number }],
        fields: { accountId: 1, number: 1 },
        describe: ({ accountId, number }) => ({ accountId, parentId: 'street', name: number }),
      }),
      findable({ kind: 'home', docs: houses, fields: {}, describe: () => ({}) }),
    ]);
    expect(await finder.find('7')).toEqual([
      { kind: 'house', id: 'h1', accountId: 'a', parentId: 'street', name: '7' },
      { kind: 'house', id: 'h2', accountId: 'b', parentId: 'street', name: '7' },
    ]);
    expect(await finder.find('h3')).toEqual([
      { kind: 'house', id: 'h3', accountId: 'b', parentId: 'street', name: 'h3' },
      { kind: 'home', id: 'h3' },
    ]);
    expect(await finder.find('h4')).toEqual([]);
  });
});
