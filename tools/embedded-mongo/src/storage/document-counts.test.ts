import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Engine, openEngine } from '../engine.ts';
import { MongoError } from '../errors.ts';
import { encode } from '../values/document.ts';
import { indexPrefix } from './catalog.ts';
import { idKey } from './index-keys.ts';

let directory: string;
let engine: Engine;

const many = () => engine.catalog.ensure('shop', 'many');
const insert = (id: number) => engine.store.write(() => engine.documents.insert(many(), encode({ _id: id })));
const remove = (id: number) =>
  engine.store.write(() => engine.documents.remove(many(), idKey(id), encode({ _id: id })));

async function reopen(): Promise<void> {
  await engine.close();
  engine = openEngine(directory);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'estate-counts-'));
  engine = openEngine(directory);
});
afterEach(async () => {
  await engine.close();
  rmSync(directory, { recursive: true });
});

describe('the number of documents of a collection', () => {
  it('follows insertions, refused insertions, removals and a restart, and reads no documents', async () => {
    await Promise.all([1, 2, 3].map(insert));
    await expect(insert(2)).rejects.toThrow('E11000');
    await remove(1);
    expect(engine.documents.count(many())).toBe(2);
    await reopen();
    const counting = vi.spyOn(engine.store, 'count');
    expect(engine.documents.count(many())).toBe(2);
    await insert(4);
    expect(engine.documents.count(many())).toBe(3);
    expect(counting).not.toHaveBeenCalled();
  });

  it('is as before after a write that was undone', async () => {
    await insert(1);
    const failing = engine.store.write(() => {
      engine.documents.insert(many(), encode({ _id: 2 }));
      throw new Error('The disk failed.');
    });
    await expect(failing).rejects.toThrow('The disk failed.');
    expect(engine.documents.count(many())).toBe(1);
    await insert(3);
    expect(engine.documents.count(many())).toBe(2);
  });

  it('follows what a transaction did before a part of it was undone', async () => {
    const failing = () => {
      engine.documents.insert(many(), encode({ _id: 2 }));
      throw new MongoError(2, 'refused');
    };
    const refused = engine.store.write(() => engine.store.atomically(failing));
    await Promise.all([insert(1), expect(refused).rejects.toThrow('refused'), insert(3)]);
    expect(engine.documents.count(many())).toBe(2);
    await reopen();
    expect(engine.documents.count(many())).toBe(2);
  });

  it('begins anew with a collection that takes the place of one that was removed', async () => {
    await engine.store.write(() => {
      engine.documents.insert(many(), encode({ _id: 1 }));
      engine.catalog.remove(many());
      engine.catalog.ensure('shop', 'other');
    });
    const other = () => engine.catalog.ensure('shop', 'other');
    expect(engine.documents.count(other())).toBe(0);
    await reopen();
    expect(engine.documents.count(other())).toBe(0);
  });

  it('is counted once where an older version stored the documents', async () => {
    await Promise.all([1, 2, 3].map(insert));
    await engine.store.write(() => engine.store.remove(indexPrefix(many(), 0xffff)));
    await reopen();
    await insert(4);
    expect(engine.documents.count(many())).toBe(4);
    await reopen();
    expect(engine.documents.count(many())).toBe(4);
  });
});
