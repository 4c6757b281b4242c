import { beforeAll, describe, expect, it } from 'vitest';
import type { Collection } from 'mongodb';
import { createOnce } from './create-once.ts';
import { newId } from './ids.ts';
import { unchanged } from './unchanged-fields.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface Thing {
  _id: string;
  parts: { name: string }[];
  note?: string;
}

const database = useDatabase();
let things: Collection<Thing>;
beforeAll(async () => {
  things = database().db.collection<Thing>('things');
});

const make = (reservedId: string | undefined, parts: Partial<Parameters<typeof createOnce<Thing>>[1]> = {}) =>
  createOnce<Thing>(reservedId === undefined ? {} : { reservedId }, {
    newId,
    find: (id) => things.findOne({ _id: id }),
    create: async (id) => {
      const thing = { _id: id, parts: [] };
      await things.insertOne(thing);
      return thing;
    },
    ...parts,
  });

describe('creating once', () => {
  it('a creation without a reserved id creates a new resource each time', async () => {
    expect((await make(undefined))._id).not.toBe((await make(undefined))._id);
  });

  it('concurrent creations with one reserved id create one resource', async () => {
    const id = newId();
    const made = await Promise.all(Array.from({ length: 20 }, () => make(id)));
    expect(new Set(made.map(({ _id }) => _id))).toEqual(new Set([id]));
    expect(await things.countDocuments({ _id: id })).toBe(1);
  });

  it('a creation returns the resource of an earlier run that failed afterwards', async () => {
    const id = newId();
    const create = async () => {
      await things.insertOne({ _id: id, parts: [] });
      throw new Error('the wake-up failed');
    };
    expect((await make(id, { create }))._id).toBe(id);
  });

  it('a creation throws the error that occurred before anything was created', async () => {
    const create = () => Promise.reject(new Error('no'));
    await expect(make(newId(), { create })).rejects.toThrow('no');
  });

  it('a creation fails with a conflict while the first resource is being removed', async () => {
    const { _id } = await make(undefined);
    const find = () => Promise.resolve(null);
    await expect(make(_id, { find })).rejects.toMatchObject({ code: 'deleted-meanwhile' });
  });
});

describe('a condition on what was seen', () => {
  it('a condition on seen fields holds until one of them changes, appears or disappears', async () => {
    const seen: Thing = { _id: newId(), parts: [{ name: 'a' }, { name: 'b' }] };
    await things.insertOne(seen);
    const count = () => things.countDocuments({ _id: seen._id, ...unchanged(seen, ['parts', 'note']) });
    expect(await count()).toBe(1);
    await things.updateOne({ _id: seen._id }, { $set: { note: 'new' } });
    expect(await count()).toBe(0);
    await things.updateOne({ _id: seen._id }, { $unset: { note: '' }, $set: { parts: [{ name: 'a' }] } });
    expect(await count()).toBe(0);
  });
});
