import type { Db } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { ByteIndex, finished, newUpload } from './byte-index.ts';
import type { UploadDoc } from './byte-index.ts';

/** An index whose documents go nowhere, and the names that each command adds. */
function indexWaiting(soon: () => Promise<unknown>) {
  const commands: string[][] = [];
  const insertMany = (docs: readonly UploadDoc[]) => {
    commands.push(docs.map(({ filename }) => filename));
    return Promise.resolve();
  };
  const db = { collection: () => ({ insertMany }) } as unknown as Db;
  return { commands, index: new ByteIndex(db, 'bytes', soon) };
}

const docOf = (name: string) => finished(newUpload(name, 'files'), { length: 1, metadata: {} });
const NEVER = () => new Promise(() => undefined);

describe('the index of bytes', () => {
  it('the index of bytes adds the documents of uploads that end at about the same time with one command', async () => {
    const [written, waited] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const { commands, index } = indexWaiting(() => waited.promise);
    const second = index.together(async () => {
      await written.promise;
      return index.add(docOf('name-2'));
    });
    const first = index.together(() => index.add(docOf('name-1')));
    await new Promise((resolve) => setImmediate(resolve));
    expect(commands).toEqual([]);
    written.resolve(undefined);
    await written.promise;
    waited.resolve(undefined);
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(commands).toEqual([['name-1', 'name-2']]);
  });

  it('the index of bytes adds the document of an upload at once when there is no other', async () => {
    const { commands, index } = indexWaiting(NEVER);
    await index.together(() => Promise.reject(new Error('full'))).catch(() => undefined);
    await index.together(() => index.add(docOf('name-1')));
    await index.add(docOf('name-2'));
    expect(commands).toEqual([['name-1'], ['name-2']]);
  });
});
