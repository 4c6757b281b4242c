import {
  Damage,
  firstPage,
  headerBytes,
  type Meta,
  type PageFile,
  type Tree,
  wholeNumber,
} from './page-file.ts';

const branchFlag = 1;
const leafFlag = 2;
const overflowFlag = 4;
const nodeHeader = 8;
const bigData = 1;
const overflowPointer = 24;

/** Compares two keys of a tree. */
type Order = (left: Buffer, right: Buffer) => number;
type Node = { page: number; flags: number; size: number; key: Buffer; data: Buffer };
type Level = { page: number; depth: number };
/** Called with each entry of a leaf. */
type Visit = (data: Buffer) => void;

const kind = (flags: number): number => flags & 0xff;

/** Walks through the trees of a data file, and finds everything that LMDB would trust but did not write like that. */
export class TreeCheck {
  readonly #used = new Set<number>();
  readonly #file: PageFile;
  readonly #meta: Meta;
  readonly #pages: number;

  constructor(file: PageFile, meta: Meta) {
    this.#file = file;
    this.#meta = meta;
    this.#pages = Math.ceil(file.bytes / meta.pageBytes);
  }

  /** Walks through one tree in the order of its keys. */
  walk(tree: Tree, order: Order, visit?: Visit): void {
    let entries = 0;
    let last: Buffer | undefined;
    const open: Level[] = tree.root === undefined ? [] : [{ page: tree.root, depth: 1 }];
    for (let level = open.pop(); level; level = open.pop()) {
      const isLeaf = level.depth === tree.depth;
      const nodes = this.#nodes(level.page, isLeaf);
      if (!isLeaf) {
        const { depth } = level;
        open.push(
          ...nodes.map(({ flags, size }) => ({ page: childOf(flags, size), depth: depth + 1 })).reverse(),
        );
        continue;
      }
      for (const node of nodes) {
        if (last && order(last, node.key) >= 0)
          throw new Damage(`keys on page ${node.page} are not in order`);
        last = node.key;
        const data = this.#data(node, visit !== undefined);
        if (data) visit?.(data);
      }
      entries += nodes.length;
    }
    if (entries !== tree.entries)
      throw new Damage(`there are ${entries} entries where ${tree.entries} are announced`);
  }

  /** Marks pages as used; a page belongs to one tree only. */
  claim(page: number, count = 1): void {
    if (page < firstPage || page + count - 1 > this.#meta.lastPage)
      throw new Damage(`a reference leads to page ${page}, which does not exist`);
    // Free pages behind the end of the file were never written.
    const end = Math.min(page + count, this.#pages);
    for (let at = page; at < end; at++) {
      if (this.#used.has(at)) throw new Damage(`page ${at} is used twice`);
      this.#used.add(at);
    }
  }

  #header(page: number, bytes: Buffer): number {
    const flags = bytes.readUInt16LE(18);
    if (wholeNumber(bytes, 0, 'a page number') !== page) throw new Damage(`page ${page} has other contents`);
    if (wholeNumber(bytes, 8, 'a transaction') > this.#meta.transaction)
      throw new Damage(`page ${page} is newer than the last transaction`);
    return kind(flags);
  }

  #nodes(page: number, isLeaf: boolean): Node[] {
    this.claim(page);
    const { pageBytes } = this.#meta;
    const bytes = this.#file.read(page * pageBytes, pageBytes);
    if (this.#header(page, bytes) !== (isLeaf ? leafFlag : branchFlag))
      throw new Damage(`page ${page} is of another kind`);
    const [lower, upper] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)];
    const body = bytes.subarray(headerBytes);
    if (lower === 0 || lower % 2 !== 0 || lower > upper || upper > body.length)
      throw new Damage(`page ${page} has impossible bounds`);
    const nodes: Node[] = [];
    for (let at = 0; at < lower; at += 2) nodes.push(nodeAt(body, body.readUInt16LE(at), { page, upper }));
    return nodes;
  }

  /** The data of an entry; data on separate pages are read only if they are wanted. */
  #data({ page, flags, size, data }: Node, wanted: boolean): Buffer | undefined {
    if (flags !== 0 && flags !== bigData) throw new Damage(`an entry on page ${page} has the flags ${flags}`);
    if (data.length < (flags === bigData ? overflowPointer : size))
      throw new Damage(`an entry on page ${page} is longer than the page`);
    if (flags === 0) return data.subarray(0, size);
    const { pageBytes } = this.#meta;
    const first = wholeNumber(data, 0, 'a page number');
    const count = wholeNumber(data, 16, 'a number of pages');
    if (count * pageBytes < headerBytes + size)
      throw new Damage(`an entry on page ${page} is longer than its pages`);
    this.claim(first, count);
    const head = this.#file.read(first * pageBytes, headerBytes);
    if (this.#header(first, head) !== overflowFlag || head.readUInt32LE(20) !== count)
      throw new Damage(`page ${first} is not the start of a long value`);
    if ((first + count) * pageBytes > this.#file.bytes)
      throw new Damage(
        `the file ends at byte ${this.#file.bytes}, within a value that begins on page ${first}`,
      );
    return wanted ? this.#file.read(first * pageBytes + headerBytes, size) : undefined;
  }
}

/** The page number of a branch's node, stored in the place of a leaf's size and flags. */
const childOf = (flags: number, size: number): number => flags * 2 ** 32 + size;

function nodeAt(body: Buffer, at: number, { page, upper }: { page: number; upper: number }): Node {
  if (at < upper || at + nodeHeader > body.length)
    throw new Damage(`an entry of page ${page} lies outside of it`);
  const size = body.readUInt32LE(at);
  const flags = body.readUInt16LE(at + 4);
  const keyEnd = at + nodeHeader + body.readUInt16LE(at + 6);
  if (keyEnd > body.length) throw new Damage(`a key of page ${page} is longer than the page`);
  return { page, flags, size, key: body.subarray(at + nodeHeader, keyEnd), data: body.subarray(keyEnd) };
}
