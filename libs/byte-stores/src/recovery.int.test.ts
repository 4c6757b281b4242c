import { buffer } from 'node:stream/consumers';
import type { StoredUpload } from '@estate/persistence';
import { hasSwift } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage, inParts, sample, unfinished } from './stage.fixture.ts';

const YESTERDAY = new Date(Date.now() - 86_400_000);
const TOMORROW = new Date(Date.now() + 86_400_000);

for (const kind of ['file', 's3'] as const) {
  describe.skipIf(kind === 's3' && !hasSwift())(`uploads in ${kind} that a restored database lost`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await Stage.open([kind]);
    });
    afterAll(() => stage?.close());

    async function lostBytes() {
      const opened = await stage.bytesIn(kind);
      const things = [sample(700_001), sample(20)].map((one) => ({ ...one, name: `pack-${one.name}` }));
      for (const { name, content } of things) await opened.bytes.put(name, inParts(content), {});
      const files = opened.database.db.collection('attachments.files');
      const lose = () => files.deleteMany({ filename: { $in: things.map(({ name }) => name) } });
      await lose();
      const uploads: StoredUpload[] = [];
      for await (const some of opened.bytes.recovery!.uploadsSince(YESTERDAY)) uploads.push(...some);
      return { ...opened, things, uploads, lose };
    }

    it(`uploads in ${kind} that a restored database lost are found by when they began, and read again`, async () => {
      const { bytes, things, uploads } = await lostBytes();
      expect(uploads.map(({ name }) => name).toSorted()).toEqual(things.map(({ name }) => name).toSorted());
      for await (const later of bytes.recovery!.uploadsSince(TOMORROW)) expect(later).toEqual([]);
      for (const { name, content } of things) {
        const upload = uploads.find((one) => one.name === name)!;
        expect(await bytes.read(name)).toBeNull();
        expect(await bytes.recovery!.recover(upload)).toBe(content.length);
        expect(await bytes.recovery!.recover(upload)).toBe(content.length);
        expect((await buffer((await bytes.read(name))!.stream)).equals(content)).toBe(true);
      }
      expect(
        await bytes.problems(
          things.map(({ name }) => name),
          TOMORROW,
        ),
      ).toEqual(new Map());
    });

    it(`uploads in ${kind} that a restored database lost and their store does not have are not recovered`, async () => {
      const { bytes, stores, uploads } = await lostBytes();
      await stores.current.blobs.remove(uploads[0]!);
      expect(await bytes.recovery!.recover(uploads[0]!)).toBeUndefined();
      expect(await bytes.touch(uploads[0]!.name)).toBe(false);
    });

    it(`uploads in ${kind} that a restored database lost stay for as long as the sweep leaves whole ones`, async () => {
      const { bytes, uploads } = await lostBytes();
      let removed = 0;
      for await (const count of bytes.removeUnfinished(TOMORROW, YESTERDAY)) removed += count;
      expect(removed).toBe(0);
      expect(await unfinished(bytes, TOMORROW)).toBe(uploads.length);
    });
  });
}

describe('bytes in the database itself', () => {
  it('bytes in the database itself cannot be recovered, because a restore loses them with their index', async () => {
    const stage = await Stage.open(['gridfs']);
    const { bytes } = await stage.bytesIn('gridfs');
    expect(bytes.recovery).toBeUndefined();
    await stage.close();
  });
});
