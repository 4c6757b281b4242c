import { type Collection, indexPrefix, rangeOf } from '../storage/catalog.ts';
import type { Engine } from '../engine.ts';
import type { Entry, KeyRange, Store } from '../storage/store.ts';
import type { IndexScan, ScanRange } from './index-scan.ts';
import type { Plan } from './planner.ts';

/** A document that may be in the result: its key without the collection's prefix, and its bytes. */
export type Candidate = { id: Buffer; raw: Buffer };

/** The number of keys and documents that a query has read so far. */
export type Effort = { keys: number; documents: number };

const largestChunk = 256;
const chunkBytes = 1 << 20;

/** The entries of one range, read in chunks; between chunks nothing of the store is held, so writes may happen meanwhile. */
class RangeReader {
  readonly #store: Store;
  readonly #reverse: boolean;
  readonly #key: Buffer | undefined;
  #range: KeyRange;
  #chunk: Entry[] = [];
  #at = 0;
  #size = 8;
  #done: boolean;

  constructor(store: Store, range: ScanRange, reverse: boolean) {
    this.#store = store;
    this.#range = range;
    this.#key = range.key;
    this.#reverse = reverse;
    this.#done = Buffer.compare(range.from, range.to) >= 0;
  }

  peek(): Entry | undefined {
    if (this.#at >= this.#chunk.length && !this.#done) this.#read();
    return this.#chunk[this.#at];
  }

  take(): Entry | undefined {
    const entry = this.peek();
    if (entry) this.#at++;
    return entry;
  }

  /** Drops what was read ahead; the next entry is read again from the store. */
  release(): void {
    const last = this.#chunk[this.#at - 1];
    if (this.#at < this.#chunk.length) this.#done = false;
    if (last) this.#range = this.#beyond(last.key);
    else if (this.#chunk[0]) this.#range = this.#from(this.#chunk[0].key);
    this.#chunk = [];
    this.#at = 0;
  }

  #read(): void {
    if (this.#key) {
      this.#readOne(this.#key);
      return;
    }
    const last = this.#chunk.at(-1);
    if (last) this.#range = this.#beyond(last.key);
    this.#chunk = [];
    this.#at = 0;
    let bytes = 0;
    for (const entry of this.#store.entries(this.#range, this.#reverse)) {
      this.#chunk.push(entry);
      bytes += entry.value.length;
      if (this.#chunk.length >= this.#size || bytes >= chunkBytes) {
        this.#size = Math.min(this.#size * 4, largestChunk);
        return;
      }
    }
    this.#done = true;
  }

  /** Looks up a single key, which is cheaper than a walk over a range. */
  #readOne(key: Buffer): void {
    const value = this.#store.get(key);
    this.#chunk = value ? [{ key, value }] : [];
    this.#at = 0;
    this.#done = true;
  }

  #beyond(key: Buffer): KeyRange {
    const next = this.#reverse ? key : Buffer.concat([key, Buffer.alloc(1)]);
    return this.#reverse ? { from: this.#range.from, to: next } : { from: next, to: this.#range.to };
  }

  #from(key: Buffer): KeyRange {
    return this.#reverse
      ? { from: this.#range.from, to: Buffer.concat([key, Buffer.alloc(1)]) }
      : { from: key, to: this.#range.to };
  }
}

type Part = { reader: RangeReader; prefixLength: number; probes: readonly (readonly Buffer[])[] };
type Head = { part: Part; rest: Buffer };

/** The candidates of one index scan: range after range, or merged by what follows the prefix if an order is wanted. */
class ScanReader {
  readonly #store: Store;
  readonly #parts: Part[];
  readonly #merge: boolean;
  readonly #sign: 1 | -1;
  /** The next entry of each merged range, in order. */
  #heads: Head[] | undefined;
  readonly primary: boolean;

  constructor(store: Store, scan: IndexScan) {
    this.#store = store;
    this.#parts = scan.ranges.map((range, at) => ({
      reader: new RangeReader(store, range, scan.reverse),
      prefixLength: range.prefixLength,
      probes: scan.probes.map(({ prefixes }) => prefixes[at] ?? []),
    }));
    this.#merge = scan.sorted && scan.ranges.length > 1;
    this.#sign = scan.reverse ? -1 : 1;
    this.primary = scan.index.id === 0;
  }

  /** The next entry; `undefined` at the end, and `'refused'` if another index shows that its document does not match. */
  take(): Entry | 'refused' | undefined {
    const part = this.#merge ? this.#firstHead() : this.#firstPart();
    const entry = part?.reader.take();
    if (!part || !entry) return undefined;
    if (this.#merge) this.#placeFirst(part);
    return this.#passes(part, entry) ? entry : 'refused';
  }

  release(): void {
    for (const { reader } of this.#parts) reader.release();
    this.#heads = undefined;
  }

  #passes({ prefixLength, probes }: Part, { key }: Entry): boolean {
    if (probes.length === 0) return true;
    const rest = key.subarray(prefixLength);
    return probes.every((prefixes) =>
      prefixes.some((prefix) => this.#store.has(Buffer.concat([prefix, rest]))),
    );
  }

  #firstPart(): Part | undefined {
    while (this.#parts[0] && !this.#parts[0].reader.peek()) this.#parts.shift();
    return this.#parts[0];
  }

  #firstHead(): Part | undefined {
    this.#heads ??= this.#parts
      .map(headOf)
      .filter((head) => head !== undefined)
      .sort((left, right) => this.#compare(left, right));
    return this.#heads[0]?.part;
  }

  /** Moves the range that was read to the position of its next entry. */
  #placeFirst(part: Part): void {
    const heads = this.#heads as Head[];
    const head = headOf(part);
    heads.shift();
    if (!head) return;
    let [low, high] = [0, heads.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(heads[middle] as Head, head) < 0) low = middle + 1;
      else high = middle;
    }
    heads.splice(low, 0, head);
  }

  #compare(left: Head, right: Head): number {
    return Buffer.compare(left.rest, right.rest) * this.#sign;
  }
}

function headOf(part: Part): Head | undefined {
  const rest = part.reader.peek()?.key.subarray(part.prefixLength);
  return rest && { part, rest };
}

const wholeCollection = (collection: Collection): IndexScan => {
  const prefix = indexPrefix(collection, 0);
  const index = collection.indexes[0];
  if (!index) throw new Error(`collection ${collection.name} has no _id index`);
  const ranges = [{ ...rangeOf(prefix), prefixLength: prefix.length }];
  return {
    ...{ kind: 'index', index, ranges, reverse: false, sorted: false, points: 0, bounded: false },
    ...{ probes: [], covered: false },
  };
};

function scansOf(plan: Plan, collection: Collection): IndexScan[] {
  if (plan.kind === 'index') return [plan];
  return plan.kind === 'or' ? plan.branches : [wholeCollection(collection)];
}

/** Reads the candidates of a plan one by one, each document once. */
export class CandidateReader {
  readonly effort: Effort = { keys: 0, documents: 0 };
  readonly #engine: Engine;
  readonly #collection: Collection;
  readonly #scans: ScanReader[];
  readonly #seen: Set<string> | undefined;
  readonly #countsKeys: boolean;

  constructor(engine: Engine, collection: Collection, plan: Plan) {
    const scans = scansOf(plan, collection);
    this.#engine = engine;
    this.#collection = collection;
    this.#scans = scans.map((scan) => new ScanReader(engine.store, scan));
    this.#countsKeys = plan.kind !== 'all';
    if (scans.length > 1 || scans.some(({ index }) => index.multikey.length > 0)) this.#seen = new Set();
  }

  take(): Candidate | undefined {
    for (let id = this.#nextId(); id; id = this.#nextId()) {
      const { entry, key } = id;
      if (this.#isRepeated(key)) continue;
      const raw = entry ?? this.#engine.documents.get(this.#collection, key);
      if (!raw) continue;
      this.effort.documents++;
      return { id: key, raw };
    }
    return undefined;
  }

  /** Skips candidates without reading them, each of them another document; returns the number of skipped ones. */
  pass(most: number): number {
    let passed = 0;
    while (passed < most && this.#nextId()) passed++;
    return passed;
  }

  release(): void {
    for (const scan of this.#scans) scan.release();
  }

  /** The key of the next document, and the document if its bytes are available. */
  #nextId(): { key: Buffer; entry: Buffer | undefined } | undefined {
    for (let scan = this.#scans[0]; scan; scan = this.#scans[0]) {
      const entry = scan.take();
      if (!entry) {
        this.#scans.shift();
        continue;
      }
      if (this.#countsKeys) this.effort.keys++;
      if (entry === 'refused') continue;
      return scan.primary
        ? { key: entry.key.subarray(6), entry: entry.value }
        : { key: entry.value, entry: undefined };
    }
    return undefined;
  }

  #isRepeated(id: Buffer): boolean {
    if (!this.#seen) return false;
    const key = id.toString('latin1');
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }
}
