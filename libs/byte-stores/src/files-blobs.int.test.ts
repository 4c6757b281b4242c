// One engine: ./move-bytes.int.test.ts, ./recovery.int.test.ts: the files differ, and not what the database knows of bytes outside.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Unavailable } from '@estate/errors';
import type { Database } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FilesBlobs } from './files-blobs.ts';
import { WrongStore } from './registry.ts';
import { Stage, inParts, sample, unfinished } from './stage.fixture.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(['file']);
});
afterAll(() => stage?.close());

const folder = () => mkdtemp(join(stage.directory, 'store-'));
const open = (database: Database, directory: string) =>
  stage.stores(database, { BYTE_STORE: `file://${directory}` });
const filesIn = async (directory: string) =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'store-id')
    .map((entry) => join(entry.parentPath, entry.name));
const tomorrow = () => new Date(Date.now() + 86_400_000);

describe('bytes in files', () => {
  it('bytes in files lie in a file of their own that begins with their hash', async () => {
    const directory = await folder();
    const database = await stage.database();
    const bytes = database.bytes('attachments', await open(database, directory));
    const { name, content } = sample(1000);
    await bytes.put(name, inParts(content), {});
    const [file = ''] = await filesIn(directory);
    expect(dirname(file)).toBe(join(directory, database.db.databaseName, 'attachments', name.slice(0, 2)));
    expect(file).toContain(name);
    expect((await readFile(file)).equals(content)).toBe(true);
    expect(await bytes.file(name)).toBe(file);
    await truncate(file, 999);
    expect(await bytes.file(name)).toBeUndefined();
    await rm(file);
    expect(await bytes.file(name)).toBeUndefined();
  });

  it('are the file itself that was put, or a copy of a file on another volume', async () => {
    const database = await stage.database();
    const directory = await folder();
    const bytes = database.bytes('attachments', await open(database, directory));
    const elsewhere = await mkdtemp('/dev/shm/byte-stores-');
    for (const [place, links] of [
      [stage.directory, 2],
      [elsewhere, 1],
    ] as const) {
      const { name, content } = sample(300_000);
      const path = join(place, name);
      await writeFile(path, content);
      await bytes.putFile(name, { path, size: content.length, sha256: name }, {});
      const kept = (await filesIn(directory)).find((file) => file.includes(name)) ?? '';
      expect((await stat(kept)).nlink).toBe(links);
      await rm(path);
      expect((await readFile(kept)).equals(content)).toBe(true);
    }
    await rm(elsewhere, { recursive: true });
  });

  it('bytes of a file among the new files of their store are that file, and what a crash leaves there is removed', async () => {
    const database = await stage.database();
    const directory = await folder();
    const bytes = database.bytes('attachments', await open(database, directory));
    const { name, content } = sample(300_000);
    const [path, left] = ['arrived', 'left'].map((file) => join(bytes.newFiles?.folder ?? '', file));
    for (const each of [path, left]) await writeFile(each ?? '', content);
    const file = { path: path ?? '', size: content.length, sha256: name };
    const put = await Promise.all([1, 2, 3].map(() => bytes.putNewFile(name, file, {})));
    expect(put.toSorted()).toEqual([false, false, true]);
    const kept = (await bytes.file(name)) ?? '';
    expect((await stat(kept)).ino).toBe((await stat(file.path)).ino);
    await rm(file.path);
    expect((await readFile(kept)).equals(content)).toBe(true);
    expect(await unfinished(bytes, new Date(0))).toBe(0);
    expect(await unfinished(bytes, tomorrow())).toBe(1);
    expect(await filesIn(directory)).toEqual([kept]);
  });

  it.each([
    ['damaged', (file: string) => writeFile(file, Buffer.alloc(1000, 1)), 'with the SHA-256'],
    ['truncated', (file: string) => truncate(file, 400), '400 of 1000 bytes'],
    ['missing', (file: string) => rm(file), 'is missing'],
  ] as const)(
    'bytes in files that are %s on the disk are found and named with the reason',
    async (_how, harm, reason) => {
      const directory = await folder();
      const database = await stage.database();
      const bytes = database.bytes('attachments', await open(database, directory));
      const [harmed, other] = [sample(1000), sample(1000)];
      for (const { name, content } of [harmed, other]) await bytes.put(name, inParts(content), {});
      const file = (await filesIn(directory)).find((path) => path.includes(harmed.name)) ?? '';
      await harm(file);
      const found = await bytes.problems([harmed.name, other.name], tomorrow());
      expect([...found.keys()]).toEqual([harmed.name]);
      expect(found.get(harmed.name)).toContain(reason);
      expect(found.get(harmed.name)).toContain(directory);
      await expect(bytes.read(harmed.name).then((read) => buffer(read!.stream))).rejects.toThrow();
    },
  );

  it('bytes in files of several megabytes are examined to their last byte', async () => {
    const blobs = new FilesBlobs(await folder());
    await blobs.prepare();
    const { name, content } = sample(3_000_000);
    const key = { name, id: '0'.repeat(24) };
    const expected = { size: content.length, sha256: name };
    await blobs.write(key, inParts(content));
    expect(await blobs.examine(key, expected)).toBeUndefined();
    for (const at of [1_500_000, content.length - 1]) {
      const damaged = Buffer.from(content);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      await writeFile(blobs.file(key), damaged);
      expect(await blobs.examine(key, expected)).toContain(`instead of ${name}`);
    }
  });

  it('bytes in files of a writer that is killed are not there, and what it left is removed', async () => {
    const directory = await folder();
    const database = await stage.database();
    const stores = await open(database, directory);
    const root = join(directory, database.db.databaseName, 'attachments');
    const writer = fork(fileURLToPath(new URL('endless-writer.fixture.ts', import.meta.url)), [root]);
    await once(writer, 'message');
    const gone = once(writer, 'exit');
    writer.kill('SIGKILL');
    await gone;
    const bytes = database.bytes('attachments', stores);
    expect(await filesIn(join(root, 'parts'))).toHaveLength(1);
    expect((await filesIn(root)).filter((file) => !file.includes('/parts/'))).toEqual([]);
    expect(await unfinished(bytes, new Date(0))).toBe(0);
    expect(await unfinished(bytes, tomorrow())).toBe(1);
    expect(await filesIn(root)).toEqual([]);
  });

  it.each([
    ['ENOSPC', 'is full'],
    ['EDQUOT', 'quota'],
    ['EROFS', 'read-only'],
    ['EIO', 'disk'],
  ])(
    'bytes in files that cannot be written because of %s leave nothing, and the reason is explained',
    async (code, reason) => {
      const directory = await folder();
      const blobs = new FilesBlobs(directory);
      await blobs.prepare();
      async function* failing(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(10);
        throw Object.assign(new Error(code), { code });
      }
      const written = blobs.write({ id: '0'.repeat(24), name: 'aabb' }, failing());
      const error = await written.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Unavailable);
      expect(JSON.stringify((error as Unavailable).details)).toContain(reason);
      expect((error as Unavailable).message).not.toContain(directory);
      expect(await filesIn(directory)).toEqual([]);
    },
  );
});

describe('a directory of bytes', () => {
  it('a directory of bytes is the same store for every replica that has it', async () => {
    const directory = await folder();
    const database = await stage.database();
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(database, directory)));
    expect(new Set(stores.map(({ current }) => current.id)).size).toBe(1);
  });

  it('a directory of bytes that is not the one of the other replicas is refused at the start', async () => {
    const [shared, own] = [await folder(), await folder()];
    const database = await stage.database();
    const place = join(stage.directory, 'mounted');
    await rename(shared, place);
    await open(database, place);
    await rename(place, shared);
    await rename(own, place);
    await expect(open(database, place)).rejects.toThrow('Check whether its volume is mounted.');
    await expect(open(database, place)).rejects.toBeInstanceOf(WrongStore);
    // Two replicas that started at the same time have marked their own directories with the same id.
    const root = join(place, database.db.databaseName, 'attachments');
    const mark = join(shared, database.db.databaseName, 'attachments', 'store-id');
    await mkdir(root, { recursive: true });
    await writeFile(join(root, 'store-id'), (await readFile(mark, 'utf8')).replace(/ .*/, ' another'));
    await expect(open(database, place)).rejects.toThrow('differs from the store of other replicas');
    await rm(place, { recursive: true });
  });

  it('a directory of bytes that another database uses is refused at the start', async () => {
    const directory = await folder();
    const [one, other] = [await stage.database(), await stage.database()];
    const stores = await open(one, directory);
    const { name, content } = sample(10);
    await one.bytes('attachments', stores).put(name, inParts(content), {});
    await rename(join(directory, one.db.databaseName), join(directory, other.db.databaseName));
    await expect(open(other, directory)).rejects.toThrow('unknown to the database');
  });

  it('a directory of bytes may be moved to another path', async () => {
    const directory = await folder();
    const database = await stage.database();
    const { id } = (await open(database, directory)).current;
    await rename(directory, `${directory}-moved`);
    expect((await open(database, `${directory}-moved`)).current.id).toBe(id);
  });

  it('a directory of bytes that has bytes may not be left out of the settings', async () => {
    const directory = await folder();
    const database = await stage.database();
    await open(database, directory);
    await expect(stage.stores(database, {})).rejects.toThrow('Set BYTE_STORE_FROM to it');
    await stage.stores(database, { BYTE_STORE_FROM: `file://${directory}` });
  });
});
