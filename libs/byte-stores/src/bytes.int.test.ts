import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Bytes, Database } from '@estate/persistence';
import { byEngine, eventually, hasSwift } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStores } from './open-stores.ts';
import { KINDS, Stage, inParts, sample, unfinished, uploadsIn } from './stage.fixture.ts';
import type { Kind } from './stage.fixture.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

// Of bytes outside of the database, a second engine is asked by move-bytes.int.test.ts and recovery.int.test.ts.
for (const kind of byEngine<readonly Kind[]>(KINDS, ['gridfs'])) {
  describe.skipIf(kind === 's3' && !hasSwift())(`bytes in ${kind}`, () => {
    let stage: Stage;
    let bytes: Bytes;
    let stores: OpenedStores;
    let database: Database;

    beforeAll(async () => {
      stage = await Stage.open([kind]);
      ({ bytes, stores, database } = await stage.bytesIn(kind));
    });
    afterAll(() => stage?.close());

    const readBack = async (name: string) => {
      const found = await bytes.read(name);
      return found && (await buffer(found.stream));
    };

    it.each([0, 1, 255 * 1024, 700_001, 5 * 1024 * 1024, 6_000_001])(
      'are read as they were stored (%d bytes)',
      async (size) => {
        const { content, name } = sample(size);
        await bytes.put(name, inParts(content), { mediaType: 'image/png' });
        expect(await bytes.touch(name)).toBe(true);
        expect(await bytes.read(name)).toMatchObject({ size, metadata: { mediaType: 'image/png' } });
        expect((await readBack(name))?.equals(content)).toBe(true);
      },
    );

    it.each([0, 1, 700_001, 2_500_000])(
      'of a file are read as they were, also after the file was removed (%d bytes)',
      async (size) => {
        const { content, name } = sample(size);
        const path = join(stage.directory, 'a-file');
        await writeFile(path, content);
        await Promise.all([1, 2, 3].map(() => bytes.putFile(name, { path, size, sha256: name }, {})));
        await rm(path);
        expect(await bytes.read(name)).toMatchObject({ size });
        expect((await readBack(name))?.equals(content)).toBe(true);
        expect((await bytes.problems([name], tomorrow())).size).toBe(0);
      },
    );

    it('of a file that is expected to be new are stored once, and say whether they were new', async () => {
      const { content, name } = sample(300_001);
      const path = join(stage.directory, 'a-new-file');
      await writeFile(path, content);
      const file = { path, size: content.length, sha256: name };
      const put = await Promise.all([1, 2, 3].map(() => bytes.putNewFile(name, file, {})));
      expect(put.toSorted()).toEqual([false, false, true]);
      expect(await bytes.putNewFile(name, file, {})).toBe(false);
      expect((await readBack(name))?.equals(content)).toBe(true);
      expect(await unfinished(bytes, tomorrow())).toBe(0);
    });

    it('that are there count as put again, many at once', async () => {
      const some = [sample(100), sample(200)];
      for (const { content, name } of some) await bytes.put(name, inParts(content), {});
      const names = some.map(({ name }) => name);
      const before = new Date();
      expect(await bytes.touchAll([...names, ...names])).toEqual(new Set(names));
      expect(await bytes.touchAll(['0'.repeat(64), ...names])).toEqual(new Set(names));
      for await (const unused of bytes.names(before))
        expect(unused.filter((name) => names.includes(name))).toEqual([]);
    });

    it('that were put within the given time stay as they are when many count as put again', async () => {
      const [old, recent] = [sample(100), sample(200)];
      for (const { name, content } of [old, recent]) await bytes.put(name, inParts(content), {});
      const docs = database.db.collection('attachments.files');
      await docs.updateOne({ filename: old.name }, { $set: { uploadDate: new Date(0) } });
      const dateOf = async ({ name }: { name: string }) => {
        const doc = await docs.findOne({ filename: name });
        return doc?.['uploadDate'] as Date;
      };
      const before = await dateOf(recent);
      const asked = ['0'.repeat(64), old.name, recent.name];
      expect(await bytes.touchAll(asked, 3_600_000)).toEqual(new Set([old.name, recent.name]));
      expect(await dateOf(recent)).toEqual(before);
      expect((await dateOf(old)).getTime()).toBeGreaterThanOrEqual(before.getTime());
    });

    it('of a file under a name that is no hash are checked by their hash', async () => {
      const { content, name } = sample(1000);
      const path = join(stage.directory, 'a-small-file');
      await writeFile(path, content);
      await bytes.putFile(`${name}-w320`, { path, size: 1000, sha256: name }, {});
      expect((await readBack(`${name}-w320`))?.equals(content)).toBe(true);
      const wrong = { path, size: 1000, sha256: sample(1).name };
      await bytes.putFile(`${name}-w640`, wrong, {});
      await expect(readBack(`${name}-w640`)).rejects.toThrow('SHA-256');
    });

    it('of a file that is not there are not stored', async () => {
      const { name } = sample(10);
      const file = { path: join(stage.directory, 'nothing'), size: 10, sha256: name };
      await expect(bytes.putFile(name, file, {})).rejects.toThrow('ENOENT');
      expect(await bytes.touch(name)).toBe(false);
      expect(await unfinished(bytes, tomorrow())).toBe(0);
    });

    it('are a file only in a store that keeps them in files', async () => {
      const { content, name } = sample(300_002);
      await bytes.put(name, inParts(content), {});
      const path = await bytes.file(name);
      expect(path === undefined).toBe(kind !== 'file');
      if (path !== undefined) expect((await readFile(path)).equals(content)).toBe(true);
      expect(await bytes.file('no-such-name')).toBeUndefined();
    });

    it('are passed on as they were stored', async () => {
      const { content, name } = sample(700_001);
      await bytes.put(name, inParts(content), {});
      const passed = await bytes.pass(name);
      const received =
        'url' in passed!
          ? Buffer.from(await (await fetch(passed.url)).arrayBuffer())
          : await buffer(passed!.stream);
      expect(passed).toMatchObject({ size: 700_001 });
      expect(sha256(received)).toBe(name);
      expect(await bytes.pass('no-such-name')).toBeNull();
    });

    it('are stored once however often they are put, also concurrently', async () => {
      const { content, name } = sample(600_000);
      const before = await uploadsIn(stores);
      await Promise.all(Array.from({ length: 5 }, () => bytes.put(name, inParts(content), {})));
      const unread = Readable.from(inParts(content));
      await bytes.put(name, unread, {});
      expect(unread.destroyed).toBe(true);
      expect((await uploadsIn(stores)) - before).toBe(1);
      expect((await readBack(name))?.equals(content)).toBe(true);
    });

    it('leave nothing when their source fails', async () => {
      const before = await uploadsIn(stores);
      for (const size of [900_000, 12_000_000]) {
        const { content, name } = sample(size);
        await expect(bytes.put(name, inParts(content, size - 200_000), {})).rejects.toThrow(
          'connection lost',
        );
        expect(await bytes.touch(name)).toBe(false);
        expect(await bytes.read(name)).toBeNull();
      }
      expect(await uploadsIn(stores)).toBe(before);
      expect(await unfinished(bytes, tomorrow())).toBe(0);
    });

    it('are removed from the store when they are deleted', async () => {
      const { content, name } = sample(600_000);
      const before = await uploadsIn(stores);
      await bytes.put(name, inParts(content), {});
      await bytes.delete(name);
      await bytes.delete(name);
      expect(await bytes.touch(name)).toBe(false);
      expect(await uploadsIn(stores)).toBe(before);
    });

    it('that were put again since are not deleted as unused', async () => {
      const { content, name } = sample(10);
      await bytes.put(name, inParts(content), {});
      await bytes.delete(name, new Date(0));
      expect(await bytes.touch(name)).toBe(true);
      const unused: string[] = [];
      for await (const each of bytes.names(tomorrow())) unused.push(...each);
      expect(unused).toContain(name);
      await bytes.delete(name, tomorrow());
      expect(await bytes.touch(name)).toBe(false);
    });

    it('that a crashed upload left behind are removed, the others stay', async () => {
      const [kept, lost] = [sample(300_000), sample(300_000)];
      for (const { name, content } of [kept, lost]) await bytes.put(name, inParts(content), {});
      await database.db.collection('attachments.files').deleteOne({ filename: lost.name });
      expect(await unfinished(bytes, new Date(0))).toBe(0);
      expect(await unfinished(bytes, tomorrow())).toBe(1);
      expect((await readBack(kept.name))?.equals(kept.content)).toBe(true);
    });

    it('that are put together are stored once each, whatever was stored before, also concurrently', async () => {
      const things = [sample(0), sample(10), sample(300_000), sample(700_000)].map(({ name, content }) => ({
        name,
        bytes: content,
      }));
      await bytes.put(things[1]!.name, inParts(things[1]!.bytes), {});
      await Promise.all([bytes.putAll(things), bytes.putAll([...things, things[3]!])]);
      for (const { name, bytes: content } of things) {
        expect((await readBack(name))?.equals(content)).toBe(true);
      }
      await bytes.putAll([]);
    });

    it('that are put together count as put just now', async () => {
      const { name, content } = sample(20);
      await bytes.putAll([{ name, bytes: content }]);
      const between = new Date(Date.now() + 1);
      await eventually(() => Date.now() > between.getTime());
      await bytes.putAll([{ name, bytes: content }]);
      await bytes.delete(name, between);
      expect(await bytes.touch(name)).toBe(true);
    });

    it('that are gone from the store are found by the look at them, and named until they are back', async () => {
      const { bytes: fresh, stores: own, database: apart } = await stage.bytesIn(kind);
      const things = Array.from({ length: 5 }, () => sample(50));
      await fresh.putAll(things.map(({ name, content }) => ({ name, bytes: content })));
      const names = things.map(({ name }) => name);
      expect(await fresh.problems(names, tomorrow())).toEqual(new Map());
      const { name, content } = things[2]!;
      const doc = await apart.db.collection('attachments.files').findOne({ filename: name });
      const key = { id: String(doc?._id), name };
      await own.current.blobs.remove(key);
      expect([...(await fresh.problems(names, tomorrow())).keys()]).toEqual([name]);
      expect([...(await fresh.problems(names, tomorrow())).values()].join()).toContain('missing');
      await own.current.blobs.write(key, inParts(content));
      expect(await fresh.problems(names, tomorrow())).toEqual(new Map());
    });

    it('that are missing in the store or have another length are found by their lengths, and damaged ones by their contents', async () => {
      const { bytes: fresh, stores: own, database: apart } = await stage.bytesIn(kind);
      const things = Array.from({ length: 30 }, (_, index) =>
        sample(50 + index * (kind === 'gridfs' ? 9000 : 1)),
      );
      await fresh.putAll(things.map(({ name, content }) => ({ name, bytes: content })));
      const docs = await apart.db.collection('attachments.files').find().toArray();
      const uploadOf = ({ name, content }: (typeof things)[number]) => {
        const id = String(docs.find(({ filename }) => filename === name)?._id);
        return { key: { id, name }, size: content.length };
      };
      const { blobs } = own.current;
      expect(await blobs.incomplete(things.map(uploadOf))).toEqual(new Set());
      expect(await fresh.audit.wrong({ now: tomorrow() })).toEqual([]);
      const [gone, short, damaged] = [things[3]!, things[29]!, things[7]!];
      await blobs.remove(uploadOf(gone).key);
      await blobs.remove(uploadOf(short).key);
      await blobs.write(uploadOf(short).key, inParts(Buffer.from('short')));
      await blobs.remove(uploadOf(damaged).key);
      await blobs.write(uploadOf(damaged).key, inParts(Buffer.alloc(damaged.content.length)));
      const ids = (some: typeof things) => new Set(some.map((thing) => uploadOf(thing).key.id));
      const incomplete = kind === 'gridfs' ? [gone] : [gone, short];
      expect(await blobs.incomplete(things.map(uploadOf))).toEqual(ids(incomplete));
      expect(await blobs.incomplete([gone, damaged].map(uploadOf))).toEqual(ids([gone]));
      // S3 checks contents itself, so nothing reads them again.
      const wrong = kind === 's3' ? [gone, short] : [gone, short, damaged];
      const names = (await fresh.audit.wrong({ now: tomorrow() })).toSorted();
      expect(names).toEqual(wrong.map(({ name }) => name).toSorted());
      expect(await fresh.audit.wrong({ now: new Date() })).toEqual([]);
      await Promise.all(wrong.map(({ name }) => fresh.delete(name)));
      expect(await fresh.audit.wrong({ now: tomorrow() })).toEqual([]);
    });

    it('that were never put are absent, and a problem; those that were put a moment ago are not looked at', async () => {
      const { bytes: fresh, stores: own, database: apart } = await stage.bytesIn(kind);
      const { name, content } = sample(50);
      const never = sample(50).name;
      await fresh.putAll([{ name, bytes: content }]);
      expect(await fresh.absent([name, never])).toEqual(new Set([never]));
      expect([...(await fresh.problems([name, never], tomorrow())).keys()]).toEqual([never]);
      const doc = await apart.db.collection('attachments.files').findOne({ filename: name });
      await own.current.blobs.remove({ id: String(doc?._id), name });
      expect(await fresh.problems([name], new Date())).toEqual(new Map());
      expect([...(await fresh.problems([name], tomorrow())).keys()]).toEqual([name]);
    });

    it('that are gone from the store end their reader in an error, never short', async () => {
      const { content, name } = sample(700_001);
      await bytes.put(name, inParts(content), {});
      const found = await bytes.read(name);
      const doc = await database.db.collection('attachments.files').findOne({ filename: name });
      await stores.current.blobs.remove({ id: String(doc?._id), name });
      await expect(buffer(found!.stream)).rejects.toThrow('store lost them');
      await bytes.delete(name);
    });

    it('need a name that is safe in a path', async () => {
      for (const name of ['../../etc/passwd', 'ab', '/abs', 'a'.repeat(300)])
        await expect(bytes.put(name, inParts(sample(1).content), {})).rejects.toThrow('no name for bytes');
    });
  });
}
