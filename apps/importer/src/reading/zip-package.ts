import { crc32 } from 'node:zlib';
import { fromFdPromise, fromRandomAccessReaderPromise, getFileNameLowLevel } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { PACKAGE_LIMITS as LIMITS } from './limits.ts';
import { closeFile } from './open-file.ts';
import { packagePath } from './package-names.ts';
import { PackageFault } from './package-error.ts';
import type { LocatedFile, OpenedPackage } from './import-package.ts';
import type { ZipBounds } from './zip-bounds.ts';
import { ZipFiles } from './zip-files.ts';
import { ZipWindow } from './zip-window.ts';

/** Compressed, a file that cannot be compressed is a little larger. */
const mostPacked = (size: number): number => size * 1.01 + 65_536;

/** Why a file of the package cannot be read, in words; undefined for one that can. */
function faultOf(entry: Entry, mostBytes: number): LocatedFile['fault'] {
  const { uncompressedSize: size, compressedSize: packed } = entry;
  if (entry.isEncrypted()) return { kind: 'unreadable', message: 'The file is encrypted.' };
  if (size > LIMITS.smallBytes && size > packed * LIMITS.ratio)
    return { kind: 'unreadable', message: 'The compression ratio of the file is too high.' };
  if (packed > mostPacked(size))
    return { kind: 'unreadable', message: 'The file has more bytes in the ZIP file than outside of it.' };
  if (size > mostBytes) return { kind: 'too-large', message: `The file has more than ${mostBytes} bytes.` };
  return undefined;
}

/** Names are decoded here: the library gives a whole ZIP file up for one name that leads out of a folder. */
const OPTIONS = { lazyEntries: true, autoClose: false, validateEntrySizes: true, decodeStrings: false };

/**
 * Opens a ZIP file by its central directory; nothing is unpacked before it is read. The file is closed with the package, or when it cannot be
 * opened. @throws PackageFault
 */
export async function openZip(
  descriptor: number,
  progressed: () => void,
  bounds?: ZipBounds,
): Promise<OpenedPackage> {
  const zip = await (
    bounds
      ? fromRandomAccessReaderPromise(new ZipWindow(descriptor, bounds), bounds.end - bounds.start, OPTIONS)
      : fromFdPromise(descriptor, OPTIONS)
  ).catch(async (error: unknown) => {
    await closeFile(descriptor);
    throw unreadable(error);
  });
  // The library forgets its own listener at the end of the loop.
  zip.on('error', () => undefined);
  try {
    const { files, documents, archives } = await lookThrough(zip, progressed);
    const inner = documents.length === 0 ? onlyOne(archives) : undefined;
    return {
      ...(inner && { inner: () => openEntry(zip, inner, LIMITS.innerBytes) }),
      documents: documents.map((entry) => ({
        name: entry.fileName,
        open: () => openEntry(zip, entry, LIMITS.documentBytes),
      })),
      names: files.names,
      locate: (file, mostBytes) => locate(zip, files.entry(file), { mostBytes, start: bounds?.start ?? 0 }),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof PackageFault ? error : unreadable(error);
  }
}

async function locate(
  zip: ZipFile,
  entry: Entry,
  { mostBytes, start }: { mostBytes: number; start: number },
): Promise<Omit<LocatedFile, 'certainty'>> {
  const { uncompressedSize: size, compressedSize: packedSize, compressionMethod: method } = entry;
  const fault = faultOf(entry, mostBytes);
  const about = { size, packedSize, method, crc32: entry.crc32 };
  if (fault) return { ...about, fault };
  const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => undefined);
  return { ...about, ...(header && { start: start + header.fileDataStart }) };
}

interface Content {
  files: ZipFiles;
  /** The XML documents by name. */
  documents: Entry[];
  /** The first ZIP files. */
  archives: Entry[];
}

async function lookThrough(zip: ZipFile, progressed: () => void): Promise<Content> {
  const { entryCount } = zip;
  if (entryCount > LIMITS.entries)
    throw new PackageFault('limit_exceeded', `The ZIP file has more than ${LIMITS.entries} files.`);
  const files = new ZipFiles(entryCount);
  const documents: Entry[] = [];
  const archives: Entry[] = [];
  let nameBytes = 0;
  for await (const entry of zip.eachEntry()) {
    progressed();
    entry.fileName = nameOf(entry);
    nameBytes += entry.fileName.length;
    if (nameBytes > LIMITS.nameBytes)
      throw new PackageFault('limit_exceeded', 'The names of the files in the ZIP file are too long.');
    if (entry.fileName === '' || entry.fileName.endsWith('/')) continue;
    files.add(entry);
    if (isOfPackage(entry, /\.xml$/i)) addDocument(documents, entry);
    else if (archives.length < 2 && isOfPackage(entry, /\.zip$/i)) archives.push(entry);
  }
  if (documents.length === 0 && !onlyOne(archives))
    throw new PackageFault('document_missing', 'The ZIP file contains no XML document.');
  const byName = documents.toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1));
  return { files, documents: byName, archives };
}

const onlyOne = (archives: readonly Entry[]): Entry | undefined =>
  archives.length === 1 ? archives[0] : undefined;

/** The name in the charset of the format, as a path within the package. */
const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  packagePath(getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false));

/** Not what systems add to archives. */
const isOfPackage = ({ fileName }: Entry, ending: RegExp): boolean =>
  ending.test(fileName) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(fileName);

function addDocument(documents: Entry[], entry: Entry): void {
  if (documents.length === LIMITS.documents)
    throw new PackageFault(
      'limit_exceeded',
      `The ZIP file contains more than ${LIMITS.documents} XML documents.`,
    );
  documents.push(entry);
}

async function openEntry(zip: ZipFile, entry: Entry, mostBytes: number): Promise<AsyncIterable<Uint8Array>> {
  if (entry.isEncrypted())
    throw new PackageFault('encrypted', `The file ${entry.fileName} in the ZIP file is encrypted.`);
  const fault = faultOf(entry, mostBytes);
  if (fault)
    throw new PackageFault('limit_exceeded', `The file ${entry.fileName} cannot be read. ${fault.message}`);
  return readable(checked(await zip.openReadStreamPromise(entry).catch(failing), entry.crc32));
}

/** Fails at the end of a document that is not what was packed. */
async function* checked(
  stream: AsyncIterable<Uint8Array>,
  expected: number,
): AsyncGenerator<Uint8Array, void> {
  let checksum = 0;
  for await (const piece of stream) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (checksum !== expected) throw new Error('the checksum is wrong');
}

/** An error in the archive is an error of the package. */
async function* readable(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(error);
  }
}

const failing = (error: unknown): never => {
  throw unreadable(error);
};

const unreadable = (error: unknown): PackageFault =>
  new PackageFault(
    'package_unreadable',
    `The ZIP file cannot be read: ${(error instanceof Error ? error.message : String(error)).replace(/\.$/, '')}.`,
  );
