import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/*
 * The format of LMDB's data file, version 2 (mdb.c: MDB_page_header, MDB_meta, MDB_db, MDB_node). All numbers are in the
 * byte order of the machine; the platforms that lmdb is built for are little-endian.
 */

/** Thrown for a defect of a data file. */
export class Damage extends Error {}

/** A tree: its pages from the root down, and the number of its entries. */
export type Tree = { depth: number; entries: number; root: number | undefined; flags: number };

/** The state of the data after the last commit. */
export type Meta = { pageBytes: number; lastPage: number; transaction: number; free: Tree; main: Tree };

/** The size of a page's header; positions of nodes are counted from its end. */
export const headerBytes = 24;
const metaPages = 2;
const metaBytes = headerBytes + 136;
const magic = 0xbeefc0de;
const version = 2;
const metaFlag = 8;

/** Reads a 64-bit number; a value that no page number or counter can have is damage. */
export function wholeNumber(bytes: Buffer, at: number, what: string): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Damage(`${what} is ${value}`);
  return Number(value);
}

const noPage = 0xffff_ffff_ffff_ffffn;

function treeAt(bytes: Buffer, at: number): Tree {
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    entries: wholeNumber(bytes, at + 32, 'a number of entries'),
    root: bytes.readBigUInt64LE(at + 40) === noPage ? undefined : wholeNumber(bytes, at + 40, 'a root'),
  };
}

/** A data file, read page by page. */
export class PageFile {
  readonly #fd: number;
  readonly bytes: number;

  constructor(path: string) {
    this.#fd = openSync(path, 'r');
    this.bytes = fstatSync(this.#fd).size;
  }

  close(): void {
    closeSync(this.#fd);
  }

  read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(this.#fd, bytes, 0, length, at) < length)
      throw new Damage(`the file ends at byte ${this.bytes}, and byte ${at + length - 1} is needed`);
    return bytes;
  }

  /** The newer of the two descriptions of the data at the beginning of the file. */
  meta(): Meta {
    const first = this.#metaAt(0, 0);
    const second = this.#metaAt(1, first.pageBytes);
    if (second.pageBytes !== first.pageBytes) throw new Damage('its two headers name different page sizes');
    return first.transaction >= second.transaction ? first : second;
  }

  #metaAt(page: number, at: number): Meta {
    const bytes = this.read(at, metaBytes);
    const isMeta = bytes.readUInt16LE(18) === metaFlag && bytes.readUInt32LE(headerBytes) === magic;
    if (!isMeta || wholeNumber(bytes, 0, 'a page number') !== page)
      throw new Damage(`header ${page + 1} is not the header of a database`);
    const found = bytes.readUInt16LE(headerBytes + 4);
    if (found !== version)
      throw new Damage(`header ${page + 1} has the format ${found} instead of ${version}`);
    const meta = {
      pageBytes: bytes.readUInt32LE(headerBytes + 24),
      free: treeAt(bytes, headerBytes + 24),
      main: treeAt(bytes, headerBytes + 72),
      lastPage: wholeNumber(bytes, headerBytes + 120, 'the last page'),
      transaction: wholeNumber(bytes, headerBytes + 128, 'the last transaction'),
    };
    const { pageBytes } = meta;
    if (pageBytes < 512 || pageBytes > 65_536 || (pageBytes & (pageBytes - 1)) !== 0)
      throw new Damage(`header ${page + 1} names pages of ${pageBytes} bytes`);
    return meta;
  }
}

/** The first page with data. */
export const firstPage = metaPages;
