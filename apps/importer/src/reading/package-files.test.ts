import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentOf, zipOf } from '../../test/packages.ts';
import type { ImportPackage, OpenedPackage } from './import-package.ts';
import { openPackage } from './open-package.ts';
import { PackageFiles } from './package-files.ts';

let directory: string;
let files: PackageFiles;
let fetched: string[];
const stored = new Map<string, Buffer>();
/** The paths of those whose store keeps them in files. */
const inFiles = new Map<string, string>();

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'package-files-'));
  fetched = [];
  inFiles.clear();
  const read = (name: string) => {
    fetched.push(name);
    const bytes = stored.get(name);
    return Promise.resolve(bytes ? { stream: Readable.from([bytes]) } : null);
  };
  const file = (name: string) => Promise.resolve(inFiles.get(name));
  files = new PackageFiles({ packages: { read, file } as never, readers, directory, most: 2 });
});
afterEach(async () => {
  await files.close();
  await rm(directory, { recursive: true, force: true });
});

const document = documentOf([{ number: '1' }]);
/** Opens packages in this process. */
const readers = {
  open: async (path: string) => {
    const opened = await openPackage(path, () => undefined);
    return { ...opened, isLost: lost.has(path) } as unknown as ImportPackage;
  },
};
const lost = new Set<string>();
const textOf = async (opened: ImportPackage) => {
  const { documents } = opened as unknown as OpenedPackage;
  return (await buffer(await documents[0]!.open())).toString();
};
const { signal } = new AbortController();

describe('a package that is worked on', () => {
  it.each(['ZIP', 'XML'])(
    'a package that is worked on is read again and again without a name on the disk (%s)',
    async (kind) => {
      stored.set('a', kind === 'XML' ? document : await zipOf({ 'a.xml': document }));
      for (let time = 0; time < 3; time += 1) {
        await files.use('a', signal, async (opened) => {
          expect(await readdir(directory)).toEqual([]);
          for (let read = 0; read < 2; read += 1) expect(await textOf(opened)).toBe(document.toString());
        });
      }
      expect(fetched).toEqual(['a']);
    },
  );

  it('a package that is worked on is not copied from a store that keeps it in a file, and is readable after that is removed', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'package-store-')), 'a');
    await writeFile(path, await zipOf({ 'a.xml': document }));
    inFiles.set('a', path);
    await files.use('a', signal, async (opened) => {
      await rm(dirname(path), { recursive: true });
      expect(await textOf(opened)).toBe(document.toString());
      expect(await readdir(directory)).toEqual([]);
    });
    await files.use('a', signal, async (opened) => expect(await textOf(opened)).toBe(document.toString()));
    expect(fetched).toEqual([]);
  });

  it('a package that is worked on is copied when its file was moved a moment ago', async () => {
    inFiles.set('a', join(directory, 'moved'));
    stored.set('a', document);
    await files.use('a', signal, async (opened) => expect(await textOf(opened)).toBe(document.toString()));
    expect(fetched).toEqual(['a']);
  });

  it('a package that is worked on leaves nothing on the disk when it cannot be read', async () => {
    stored.set('broken', Buffer.from('hello'));
    await expect(files.use('broken', signal, textOf)).rejects.toThrow(
      'neither a ZIP file nor an XML document',
    );
    expect(await readdir(directory)).toEqual([]);
  });

  it('a package that nothing needs any more is let go of, unless it is worked on', async () => {
    for (const name of ['a', 'b']) stored.set(name, document);
    await files.use('a', signal, textOf);
    await files.use('b', signal, async () => files.sweep((names) => Promise.resolve([...names])));
    await files.use('b', signal, textOf);
    expect(fetched).toEqual(['a', 'b']);
    await files.use('a', signal, textOf);
    expect(fetched).toEqual(['a', 'b', 'a']);
  });

  it('a package whose reader has ended is opened again', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'package-store-')), 'a');
    await writeFile(path, document);
    inFiles.set('a', path);
    lost.add(path);
    const opened: unknown[] = [];
    for (let time = 0; time < 2; time += 1)
      await files.use('a', signal, (one) => Promise.resolve(opened.push(one)));
    expect(new Set(opened).size).toBe(2);
    lost.delete(path);
    await rm(dirname(path), { recursive: true });
  });
});
