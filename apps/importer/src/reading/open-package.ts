import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { ImportPackage } from './import-package.ts';
import { PackageFault } from './package-error.ts';
import { openZip } from './zip-package.ts';

const HEAD_BYTES = 512;
/** The head of a ZIP file, also of an empty one. */
const ZIP = /^PK(?:\x03\x04|\x05\x06)/;
/** A document begins with `<`, after a mark and white space, in one or two bytes. */
const XML = /^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?[\s\0]*</;

/** Opens a package by its content, whatever its name. @throws PackageFault */
export async function openPackage(path: string): Promise<ImportPackage> {
  const head = await headOf(path);
  if (XML.test(head)) return documentIn(await open(path));
  if (ZIP.test(head)) return openZip(path);
  throw new PackageFault('package_unreadable', 'The package is neither a ZIP file nor an XML document.');
}

/** It stays open, so that it can be read again after its name was removed. */
const documentIn = (file: FileHandle): ImportPackage => ({
  documents: [{ open: () => Promise.resolve(file.createReadStream({ start: 0, autoClose: false })) }],
  find: () => undefined,
  close: () => file.close(),
});

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
