import { createReadStream } from 'node:fs';
import type { OpenedPackage } from './import-package.ts';
import { closeFile, openFile, readAt } from './open-file.ts';
import { PackageFault } from './package-error.ts';
import { openZip } from './zip-package.ts';

const HEAD_BYTES = 512;
/** The head of a ZIP file, also of an empty one. */
const ZIP = /^PK(?:\x03\x04|\x05\x06)/;
/** A document begins with `<`, after a mark and white space, in one or two bytes. */
const XML = /^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?[\s\0]*</;

/** Opens a package by its content, whatever its name. It stays readable after its name was removed. @throws PackageFault */
export async function openPackage(path: string, progressed: () => void): Promise<OpenedPackage> {
  const descriptor = await openFile(path);
  const head = await headOf(descriptor).catch(async (error: unknown) => {
    await closeFile(descriptor);
    throw error;
  });
  if (XML.test(head)) return documentIn(descriptor);
  if (ZIP.test(head)) return openZip(descriptor, progressed);
  await closeFile(descriptor);
  throw new PackageFault('package_unreadable', 'The package is neither a ZIP file nor an XML document.');
}

const documentIn = (descriptor: number): OpenedPackage => ({
  documents: [
    {
      open: () => Promise.resolve(createReadStream('', { fd: descriptor, start: 0, autoClose: false })),
    },
  ],
  locate: () => Promise.resolve(undefined),
  close: () => closeFile(descriptor),
});

async function headOf(descriptor: number): Promise<string> {
  const memory = Buffer.alloc(HEAD_BYTES);
  return memory.toString('latin1', 0, await readAt(descriptor, 0, memory));
}
