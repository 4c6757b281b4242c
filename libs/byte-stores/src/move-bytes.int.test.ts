import { fork } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { moveBytes } from '@estate/persistence';
import type { Bytes, Database } from '@estate/persistence';
import { hasSwift } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStores } from './open-stores.ts';
import { Stage, inParts, sample, unfinished, uploadsIn } from './stage.fixture.ts';
import type { Kind } from './stage.fixture.ts';

let stage: Stage;
const MOVER = fileURLToPath(new URL('mover.fixture.ts', import.meta.url));
const tomorrow = () => new Date(Date.now() + 86_400_000);
const { signal } = new AbortController();

interface Situation {
  database: Database;
  /** Of a service that writes to the new store and still reads the old one. */
  bytes: Bytes;
  stores: OpenedStores;
  /** As if the old one were the only one. */
  old: OpenedStores;
  things: ReturnType<typeof sample>[];
}

async function situation([from, to]: readonly [Kind, Kind], count = 12): Promise<Situation> {
  const database = await stage.database();
  const old = await stage.stores(database, { BYTE_STORE: stage.settingOf(from) });
  const things = Array.from({ length: count }, (_, n) => sample(n % 4 === 0 ? 600_000 : 3000));
  for (const { name, content } of things) {
    await database.bytes('attachments', old).put(name, inParts(content), { mediaType: 'image/png' });
  }
  const stores = await stage.stores(database, {
    BYTE_STORE: stage.settingOf(to),
    BYTE_STORE_FROM: stage.settingOf(from),
  });
  return { database, bytes: database.bytes('attachments', stores), stores, old, things };
}

const move = ({ database, stores }: Situation, onProgress: () => void = () => undefined) =>
  moveBytes(database.db, 'attachments', { from: stores.others[0]!, to: stores.current, signal, onProgress });

async function contentOf(bytes: Bytes, name: string): Promise<Buffer | null> {
  const found = await bytes.read(name);
  return found && (await buffer(found.stream));
}

beforeAll(async () => {
  stage = await Stage.open(hasSwift() ? ['s3'] : []);
});
afterAll(() => stage?.close());

const WAYS = [
  ['gridfs', 'file'],
  ['file', 'gridfs'],
  ...(hasSwift()
    ? ([
        ['file', 's3'],
        ['s3', 'gridfs'],
      ] as const)
    : []),
] as const;

describe.each(WAYS)('a move from %s to %s', (...way) => {
  it('takes all bytes along and leaves the old store empty', async () => {
    const world = await situation(way, 6);
    const { bytes, stores, old, things } = world;
    expect((await contentOf(bytes, things[0]!.name))?.equals(things[0]!.content)).toBe(true);
    expect(await move(world)).toMatchObject({ finished: true, moved: 6, movedBytes: 1_212_000 });
    expect(await uploadsIn(old)).toBe(0);
    expect(await uploadsIn(stores)).toBe(6);
    for (const { name, content } of things) {
      expect((await contentOf(bytes, name))?.equals(content)).toBe(true);
      expect((await bytes.read(name))?.metadata).toEqual({ mediaType: 'image/png' });
    }
    expect(await move(world)).toMatchObject({ finished: true, moved: 0 });
  });
});

describe('a move while services work', () => {
  it.each([['gridfs', 'file'] as const, ['file', 'gridfs'] as const])(
    'from %s to %s survives kills, brings nothing back that is deleted, and misses nothing that is put',
    async (...way) => {
      const world = await situation(way, 40);
      const { bytes, database, old, stores } = world;
      const wanted = new Map(world.things.map(({ name, content }) => [name, content]));
      const deleted: string[] = [];
      let isOver = false;
      const work = async () => {
        for (let n = 0; !isOver; n += 1) {
          const [name = ''] = [...wanted.keys()].slice((n * 7) % wanted.size);
          if (wanted.size > 20) {
            wanted.delete(name);
            deleted.push(name);
            await bytes.delete(name);
          }
          const fresh = sample(5000);
          // A replica with the settings of before writes to the old store.
          const writer =
            n % 2 === 0 ? bytes : database.bytes('attachments', { ...old, others: [stores.current] });
          if (n < 60) {
            await writer.put(fresh.name, inParts(fresh.content), { mediaType: 'image/png' });
            wanted.set(fresh.name, fresh.content);
          }
          const [read = ''] = [...wanted.keys()].slice(n % wanted.size);
          expect((await contentOf(bytes, read))?.equals(wanted.get(read)!)).toBe(true);
        }
      };
      const working = work();
      for (let kills = 0; kills < 2; kills += 1) await killAMover(world, way, 1 + kills * 3);
      isOver = true;
      await working;
      const end = await move(world);
      expect(end).toMatchObject({ finished: true, problems: new Map() });
      await unfinished(bytes, tomorrow());
      expect(await uploadsIn(old)).toBe(0);
      expect(await uploadsIn(stores)).toBe(wanted.size);
      for (const name of deleted) expect(await bytes.touch(name)).toBe(false);
      for (const [name, content] of wanted)
        expect((await contentOf(bytes, name))?.equals(content)).toBe(true);
    },
  );

  it('a move while services work names what is missing or damaged in the old store, moves the rest, and does not count as finished', async () => {
    const world = await situation(['gridfs', 'file'], 5);
    const { database, stores, things } = world;
    const lost = await database.db.collection('attachments.files').findOne({ filename: things[1]!.name });
    await stores.others[0]!.blobs.remove({ id: String(lost?._id), name: things[1]!.name });
    const result = await move(world);
    expect(result).toMatchObject({ finished: false, moved: 4 });
    expect([...result.problems.keys()]).toEqual([things[1]!.name]);
    expect(await uploadsIn(stores)).toBe(4);
  });

  it('a move while services work does not disturb a reader that began before', async () => {
    const world = await situation(['gridfs', 'file'], 1);
    const large = sample(3_000_000);
    await world.database
      .bytes('attachments', world.old)
      .put(large.name, inParts(large.content), { mediaType: 'image/png' });
    const found = await world.bytes.read(large.name);
    const pieces: Buffer[] = [];
    let hasMoved = false;
    for await (const piece of found!.stream as AsyncIterable<Buffer>) {
      pieces.push(piece);
      if (!hasMoved) await move(world);
      hasMoved = true;
    }
    expect(Buffer.concat(pieces).equals(large.content)).toBe(true);
  });
});

/** Ends a process that moves when it has moved so many portions. */
async function killAMover({ database }: Situation, [from, to]: readonly [Kind, Kind], portions: number) {
  const places = [stage.settingOf(to), stage.settingOf(from)];
  const mover = fork(MOVER, [stage.uri, database.db.databaseName, ...places]);
  const gone = once(mover, 'exit');
  let seen = 0;
  mover.on('message', () => {
    if (seen === portions) mover.kill('SIGKILL');
    seen += 1;
  });
  await gone;
}
