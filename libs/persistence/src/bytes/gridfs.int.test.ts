import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { eventually } from '@estate/testing';
import type { Collection, Db, FindCursor } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { Bytes } from './bytes.ts';
import { createBytes } from './create-bytes.ts';
import { useDatabase } from '../use-database.fixture.ts';

const database = useDatabase();

const bytes = () => database().bytes('attachments');
const chunks = () => database().db.collection('attachments.chunks').countDocuments();
const tomorrow = () => new Date(Date.now() + 86_400_000);

function sample(size: number) {
  const content = randomBytes(size);
  return { content, name: createHash('sha256').update(content).digest('hex') };
}

async function* inParts(content: Buffer, failAfter = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += 100_000) {
    if (from >= failAfter) throw new Error('connection lost');
    yield content.subarray(from, from + 100_000);
  }
}

async function unfinished(of: Pick<Bytes, 'removeUnfinished'>, begunBefore: Date): Promise<number> {
  let sum = 0;
  for await (const count of of.removeUnfinished(begunBefore)) sum += count;
  return sum;
}

async function readBack(name: string): Promise<Buffer | null> {
  const found = await bytes().read(name);
  return found && (await buffer(found.stream));
}

describe('bytes', () => {
  it.each([0, 1, 255 * 1024, 700_001])('bytes are read as they were stored (%d bytes)', async (size) => {
    const { content, name } = sample(size);
    await bytes().put(name, inParts(content), { mediaType: 'image/png' });
    expect(await bytes().touch(name)).toBe(true);
    expect(await bytes().read(name)).toMatchObject({ size, metadata: { mediaType: 'image/png' } });
    expect((await readBack(name))?.equals(content)).toBe(true);
  });

  it('bytes have a total size by the beginning of their names', async () => {
    await bytes().put('total-a-1', inParts(Buffer.alloc(100)), {});
    await bytes().put('total-a-2', inParts(Buffer.alloc(20)), {});
    await bytes().put('total-ab-1', inParts(Buffer.alloc(3)), {});
    expect(
      await Promise.all(['total-a-', 'total-', 'total-c-'].map((name) => bytes().totalSize(name))),
    ).toEqual([120, 123, 0]);
  });

  it('bytes that are removed while they are read end in an error, never short', async () => {
    const { content, name } = sample(700_001);
    for (const missing of [{}, { n: 0 }, { n: 1 }, { n: 2 }]) {
      await bytes().put(name, inParts(content), {});
      const found = await bytes().read(name);
      await database().db.collection('attachments.chunks').deleteMany(missing);
      await expect(buffer(found!.stream)).rejects.toThrow('removed while they were read');
      await bytes().delete(name);
    }
  });

  it('bytes that are unknown, truncated or damaged are problems with a reason, and those that were put a moment ago are not looked at', async () => {
    const files = database().db.collection('attachments.files');
    const stored = database().db.collection('attachments.chunks');
    const [whole, short, other, gone] = [sample(300_000), sample(300_000), sample(10), sample(10)];
    for (const { name, content } of [whole, short]) await bytes().put(name, inParts(content), {});
    await bytes().put(other.name, inParts(sample(10).content), {});
    const doc = await files.findOne({ filename: short.name });
    await stored.deleteOne({ files_id: doc?._id, n: 1 });
    const names = [whole, short, other, gone].map(({ name }) => name);
    expect(await bytes().absent(names)).toEqual(new Set([gone.name]));
    const problems = await bytes().problems([...names, gone.name], tomorrow());
    expect([...problems.keys()].toSorted()).toEqual([short.name, other.name, gone.name].toSorted());
    expect(problems.get(other.name)).toContain('with the SHA-256');
    expect(problems.get(gone.name)).toContain('does not know');
    expect([...(await bytes().problems(names, new Date())).keys()]).toEqual([gone.name]);
    for (const { name } of [short, other]) await bytes().delete(name);
    expect(await bytes().absent([])).toEqual(new Set());
  });

  it('the source of bytes is closed when the store is unavailable before they are read', async () => {
    const unread = Readable.from(inParts(sample(10).content));
    const collection = (name: string) =>
      Object.assign(database().db.collection(name), { updateOne: () => Promise.reject(new Error('away')) });
    const put = createBytes({ collection } as never, 'attachments').put('name', unread, {});
    await expect(put).rejects.toThrow('away');
    expect(unread.destroyed).toBe(true);
  });

  it('bytes are stored once however often they are put, also concurrently', async () => {
    const { content, name } = sample(600_000);
    const before = await chunks();
    await Promise.all(Array.from({ length: 5 }, () => bytes().put(name, inParts(content), {})));
    const unread = Readable.from(inParts(content));
    await bytes().put(name, unread, {});
    expect(unread.destroyed).toBe(true);
    expect((await chunks()) - before).toBe(3);
    expect((await readBack(name))?.equals(content)).toBe(true);
  });

  it('bytes that are asked for at the same moment are looked up with one query', async () => {
    const samples = [sample(10), sample(20), sample(30)];
    for (const { name, content } of samples) await bytes().put(name, inParts(content), {});
    let queries = 0;
    const collection = (name: string) => {
      const docs = database().db.collection(name);
      const find = docs.find.bind(docs) as (...args: unknown[]) => FindCursor;
      const counted = (...args: unknown[]) => {
        queries += 1;
        return find(...args);
      };
      return Object.assign(docs, { find: counted });
    };
    const counting = createBytes({ collection } as never, 'attachments');
    const names = [...samples.map(({ name }) => name), sample(40).name, samples[0]!.name];
    const found = await Promise.all(names.map((name) => counting.pass(name)));
    expect(found.map((one) => one?.size)).toEqual([10, 20, 30, undefined, 10]);
    expect(queries).toBe(1);
  });

  it('bytes of a failed stream leave nothing', async () => {
    const { content, name } = sample(900_000);
    const before = await chunks();
    await expect(bytes().put(name, inParts(content, 600_000), {})).rejects.toThrow('connection lost');
    expect(await bytes().touch(name)).toBe(false);
    expect(await bytes().read(name)).toBeNull();
    expect(await chunks()).toBe(before);
  });

  it('deleted bytes are removed with their chunks', async () => {
    const { content, name } = sample(600_000);
    const before = await chunks();
    await bytes().put(name, inParts(content), {});
    await bytes().delete(name);
    await bytes().delete(name);
    expect(await bytes().touch(name)).toBe(false);
    expect(await chunks()).toBe(before);
  });

  it('bytes that were put again since are not deleted as unused', async () => {
    const { content, name } = sample(10);
    await bytes().put(name, inParts(content), {});
    await bytes().delete(name, new Date(0));
    expect(await bytes().touch(name)).toBe(true);
    const unused: string[] = [];
    for await (const each of bytes().names(tomorrow())) unused.push(...each);
    expect(unused).toContain(name);
    await bytes().delete(name, tomorrow());
    expect(await bytes().touch(name)).toBe(false);
  });

  it('bytes that a crashed upload left behind are removed, the others stay', async () => {
    const { content, name } = sample(300_000);
    await bytes().put(name, inParts(content), {});
    const lost = sample(300_000);
    await bytes().put(lost.name, inParts(lost.content), {});
    await database().db.collection('attachments.files').deleteOne({ filename: lost.name });
    expect(await unfinished(bytes(), new Date(0))).toBe(0);
    expect(await unfinished(bytes(), tomorrow())).toBe(1);
    expect((await readBack(name))?.equals(content)).toBe(true);
  });
});

describe('several things put at once', () => {
  it('several things are stored once each, whatever was stored before, also concurrently', async () => {
    const things = [sample(0), sample(10), sample(300_000), sample(700_000)].map(({ name, content }) => ({
      name,
      bytes: content,
    }));
    await bytes().put(things[1]!.name, inParts(things[1]!.bytes), {});
    const before = await chunks();
    await Promise.all([bytes().putAll(things), bytes().putAll([...things, things[3]!])]);
    for (const { name, bytes: content } of things) {
      expect((await readBack(name))?.equals(content)).toBe(true);
    }
    expect((await chunks()) - before).toBe(2 + 3);
    await bytes().putAll([]);
  });

  it('several things that are put together count as put just now', async () => {
    const { name, content } = sample(20);
    await bytes().putAll([{ name, bytes: content }]);
    const between = new Date(Date.now() + 1);
    await eventually(() => Date.now() > between.getTime());
    await bytes().putAll([{ name, bytes: content }]);
    await bytes().delete(name, between);
    expect(await bytes().touch(name)).toBe(true);
  });
});

describe('many things', () => {
  /** Bytes in a bucket of their own, and the cursor of each question that they ask the database. */
  function watched(bucket: string) {
    const asked: FindCursor[] = [];
    const watch = <T extends object>(part: T, seen: (key: PropertyKey, result: unknown) => unknown): T =>
      new Proxy(part, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]) => seen(key, Reflect.apply(value, target, args));
        },
      });
    const ofCollection = (key: PropertyKey, result: unknown) => {
      if (key === 'find' || key === 'findOne') asked.push(result as FindCursor);
      return result;
    };
    const ofDb = (key: PropertyKey, result: unknown) =>
      key === 'collection' ? watch(result as Collection, ofCollection) : result;
    return { bytes: createBytes(watch<Db>(database().db, ofDb), bucket), asked };
  }

  it('many stored names are listed without an open cursor while each is worked on', async () => {
    const { bytes: many, asked } = watched('named');
    const names = Array.from({ length: 1200 }, () => sample(4).name);
    await many.putAll(names.map((name) => ({ name, bytes: Buffer.from(name) })));
    const named: string[] = [];
    for await (const some of many.names(tomorrow())) {
      named.push(...some);
      for (const cursor of asked) await cursor.close();
    }
    expect(named).toEqual(names.toSorted());
  });

  it('crashed uploads among many things are found with few queries', async () => {
    const { bytes: many, asked } = watched('looked-through');
    const things = Array.from({ length: 1200 }, () => sample(4));
    await many.putAll(things.map(({ name, content }) => ({ name, bytes: content })));
    const lost = things.slice(0, 3).map(({ name }) => name);
    await database()
      .db.collection('looked-through.files')
      .deleteMany({ filename: { $in: lost } });
    asked.length = 0;
    expect(await unfinished(many, tomorrow())).toBe(3);
    expect(asked.length).toBeLessThan(10);
    expect(await database().db.collection('looked-through.chunks').countDocuments()).toBe(1197);
  });
});
