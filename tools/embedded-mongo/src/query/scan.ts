import { type Collection, indexPrefix, rangeOf } from '../storage/catalog.ts';
import type { Engine } from '../engine.ts';
import type { Entry, KeyRange, Store } from '../storage/store.ts';
import type { IndexScan, Plan } from './planner.ts';

/** A document that may be in the result: its key without the collection's prefix, and its bytes. */
export type Candidate = { id: Buffer; raw: Buffer };

/** What a query has read so far. */
export type Effort = { keys: number; documents: number };

const largestChunk = 256;
const chunkBytes = 1 << 20;

/** The entries of one range, read in chunks; between chunks nothing of the store is held, so writes may happen meanwhile. */
class RangeReader {
  readonly #store: Store;
  readonly #reverse: boolean;
  #range: KeyRange;
  #chunk: Entry[] = [];
  #at = 0;
  #size = 8;
  #done: boolean;

  constructor(store: Store, range: KeyRange, reverse: boolean) {
    this.#store = store;
    this.#range = range;
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

  /** Forgets what was read ahead; the next entry is read again from the store. */
  release(): void {
    const last = this.#chunk[this.#at - 1];
    if (this.#at < this.#chunk.length) this.#done = false;
    if (last) this.#range = this.#beyond(last.key);
    else if (this.#chunk[0]) this.#range = this.#from(this.#chunk[0].key);
    this.#chunk = [];
    this.#at = 0;
  }

  #read(): void {
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

type Part = { reader: RangeReader; prefixLength: number };

/** The candidates of one index scan: range after range, or merged by what follows the prefix where an order is wanted. */
class ScanReader {
  readonly #parts: Part[];
  readonly #merge: boolean;
  readonly #sign: 1 | -1;
  readonly primary: boolean;

  constructor(store: Store, scan: IndexScan) {
    this.#parts = scan.ranges.map((range) => ({
      reader: new RangeReader(store, range, scan.reverse),
      prefixLength: range.prefixLength,
    }));
    this.#merge = scan.sorted && scan.ranges.length > 1;
    this.#sign = scan.reverse ? -1 : 1;
    this.primary = scan.index.id === 0;
  }

  take(): Entry | undefined {
    if (this.#merge) return this.#first()?.reader.take();
    while (this.#parts[0]) {
      const entry = this.#parts[0].reader.take();
      if (entry) return entry;
      this.#parts.shift();
    }
    return undefined;
  }

  release(): void {
    for (const { reader } of this.#parts) reader.release();
  }

  #first(): Part | undefined {
    let first: { part: Part; rest: Buffer } | undefined;
    for (const part of this.#parts) {
      const rest = part.reader.peek()?.key.subarray(part.prefixLength);
      if (rest && (!first || Buffer.compare(rest, first.rest) * this.#sign < 0)) first = { part, rest };
    }
    return first?.part;
  }
}

const wholeCollection = (collection: Collection): IndexScan => {
  const prefix = indexPrefix(collection, 0);
  const index = collection.indexes[0];
  if (!index) throw new Error(`collection ${collection.name} has no _id index`);
  const ranges = [{ ...rangeOf(prefix), prefixLength: prefix.length }];
  return { kind: 'index', index, ranges, reverse: false, sorted: false, points: 0, bounded: false };
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
    if (scans.length > 1 || scans.some(({ index }) => index.multikey)) this.#seen = new Set();
  }

  take(): Candidate | undefined {
    while (this.#scans[0]) {
      const entry = this.#scans[0].take();
      if (!entry) {
        this.#scans.shift();
        continue;
      }
      if (this.#countsKeys) this.effort.keys++;
      const { primary } = this.#scans[0];
      const id = primary ? entry.key.subarray(6) : entry.value;
      if (this.#isRepeated(id)) continue;
      const raw = primary ? entry.value : this.#engine.documents.get(this.#collection, id);
      if (!raw) continue;
      this.effort.documents++;
      return { id, raw };
    }
    return undefined;
  }

  release(): void {
    for (const scan of this.#scans) scan.release();
  }

  #isRepeated(id: Buffer): boolean {
    if (!this.#seen) return false;
    const key = id.toString('latin1');
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }
}
