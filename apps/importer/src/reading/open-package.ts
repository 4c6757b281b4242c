import { createReadStream } from 'node:fs';
import type { OpenedPackage } from './import-package.ts';
import { closeFile, openFile, readAt, statOf } from './open-file.ts';
import { HEAD_BYTES, isXmlHead } from './package-head.ts';
import { PackageFault } from './package-error.ts';
import { zipBounds } from './zip-bounds.ts';
import type { ZipBounds } from './zip-bounds.ts';
import { PackageNames } from './package-names.ts';
import { openZip } from './zip-package.ts';

/** The head of a ZIP file, also of an empty one. */
const ZIP = /^PK(?:\x03\x04|\x05\x06)/;

/** Opens a package by its content, whatever its name. It stays readable after its name was removed. @throws PackageFault */
export async function openPackage(path: string, progressed: () => void): Promise<OpenedPackage> {
  const descriptor = await openFile(path);
  const { head, bounds } = await lookAt(descriptor).catch(async (error: unknown) => {
    await closeFile(descriptor);
    throw error;
  });
  if (isXmlHead(head)) return documentIn(descriptor);
  if (bounds || ZIP.test(head)) return openZip(descriptor, progressed, bounds);
  await closeFile(descriptor);
  throw new PackageFault('package_unreadable', 'The package is neither a ZIP file nor an XML document.');
}

const documentIn = (descriptor: number): OpenedPackage => ({
  documents: [
    {
      open: () => Promise.resolve(createReadStream('', { fd: descriptor, start: 0, autoClose: false })),
    },
  ],
  names: new PackageNames(),
  locate: () => Promise.reject(new Error('A document alone has no files.')),
  close: () => closeFile(descriptor),
});

/** The beginning of a file, and the place of its ZIP file. */
async function lookAt(descriptor: number): Promise<{ head: string; bounds: ZipBounds | undefined }> {
  const memory = Buffer.alloc(HEAD_BYTES);
  const head = memory.toString('latin1', 0, await readAt(descriptor, 0, memory));
  const { size } = await statOf(descriptor);
  return { head, bounds: await zipBounds(descriptor, size) };
}
