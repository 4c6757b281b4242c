import { open, type RootDatabase } from 'lmdb';
import { MongoError } from '../errors.ts';

/** A half-open range of keys. */
export type KeyRange = { from: Buffer; to: Buffer };

/** One stored pair. */
export type Entry = { key: Buffer; value: Buffer };

type Job = { run: () => unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void };
type Outcome = { result?: unknown; error?: unknown };

const firstJump = 64;

/** The least key after every key with a prefix. */
export function after(prefix: Buffer): Buffer {
  const next = Buffer.from(prefix);
  let at = next.length - 1;
  while (at >= 0 && next[at] === 0xff) at--;
  if (at < 0) return Buffer.concat([prefix, Buffer.alloc(1, 0xff)]);
  next[at] = (next[at] as number) + 1;
  return next.subarray(0, at + 1);
}

/**
 * The LMDB file. Writes run one after another in one transaction per turn of the event loop, and are answered after its commit. A commit
 * reaches the operating system and not always the disk: it survives the end of the process, not of the machine.
 */
export class Store {
  readonly #db: RootDatabase<Buffer, Buffer>;
  #jobs: Job[] = [];
  #onAbort: () => void = () => undefined;
  #beforeCommit: () => void = () => undefined;

  constructor(directory: string) {
    this.#db = open<Buffer, Buffer>({
      path: directory,
      noSubdir: false, // a name with a dot would be taken for that of a file
      encoding: 'binary',
      keyEncoding: 'binary',
      noSync: true,
    });
  }

  /** Called after a transaction was rolled back, to discard its state in memory. */
  set onAbort(listener: () => void) {
    this.#onAbort = listener;
  }

  /** Called at the end of each transaction, to write the common part of its jobs. */
  set beforeCommit(listener: () => void) {
    this.#beforeCommit = listener;
  }

  get(key: Buffer): Buffer | undefined {
    return this.#db.get(key);
  }

  has(key: Buffer): boolean {
    return this.#db.doesExist(key);
  }

  put(key: Buffer, value: Buffer): void {
    this.#db.putSync(key, value);
  }

  remove(key: Buffer): void {
    this.#db.removeSync(key);
  }

  /** The number of keys in the range; `most` if there are more. */
  count({ from: start, to: end }: KeyRange, most = Number.POSITIVE_INFINITY): number {
    // LMDB counts up to the end of a range and skips a number of keys without looking for the end: skip further and further.
    for (let jump = Math.min(firstJump, most); Number.isFinite(most); jump = Math.min(jump * 8, most)) {
      const [key] = this.#db.getKeys({ start, end, offset: jump, limit: 1 });
      if (key === undefined) break;
      if (jump === most) return most;
    }
    return this.#db.getKeysCount({ start, end });
  }

  /** The first key of the range. */
  first({ from: start, to: end }: KeyRange): Buffer | undefined {
    const [key] = this.#db.getKeys({ start, end, limit: 1 });
    return key;
  }

  /** The pairs in key order, or in reverse, read on demand. */
  *entries({ from, to }: KeyRange, reverse = false): Generator<Entry> {
    const range = reverse
      ? { start: to, end: from, reverse: true, exclusiveStart: true, inclusiveEnd: true }
      : { start: from, end: to };
    yield* this.#db.getRange(range);
  }

  removeRange(range: KeyRange): void {
    const keys = [...this.#db.getKeys({ start: range.from, end: range.to })];
    for (const key of keys) this.#db.removeSync(key);
  }

  /** Runs `run` inside the next transaction; resolves once it is committed. `run` must check before it writes. */
  write<Result>(run: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#jobs.length === 0) setImmediate(() => this.#commit());
      this.#jobs.push({ run, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** Runs `run` inside the current write, all or nothing: if it throws, nothing that it wrote remains. */
  atomically<Result>(run: () => Result): Result {
    this.#beforeCommit(); // what came before stays when this is undone
    try {
      return this.#db.transactionSync(run);
    } catch (error) {
      this.#onAbort();
      throw error;
    }
  }

  #commit(): void {
    let jobs = this.#jobs;
    this.#jobs = [];
    while (jobs.length > 0) jobs = this.#attempt(jobs);
  }

  /** Runs jobs in one transaction; returns those to run again because another one failed. */
  #attempt(jobs: Job[]): Job[] {
    let current: Job | undefined;
    try {
      const outcomes = this.#db.transactionSync(() => {
        const all = jobs.map((job) => {
          current = job;
          const outcome = outcomeOf(job);
          current = undefined;
          return outcome;
        });
        this.#beforeCommit();
        return all;
      });
      jobs.forEach((job, at) => settle(job, outcomes[at] as Outcome));
      return [];
    } catch (error) {
      return this.#undo(jobs, error, current);
    }
  }

  /** Handles an undone transaction: a failed job is refused alone, a failure of the disk affects all. */
  #undo(jobs: Job[], error: unknown, failed: Job | undefined): Job[] {
    const failure = asWriteFailure(error);
    try {
      this.#onAbort();
    } catch (again) {
      for (const job of jobs) job.reject(again);
      return [];
    }
    if (failed && failure === error) {
      failed.reject(error);
      return jobs.filter((job) => job !== failed);
    }
    for (const job of jobs) job.reject(failure);
    return [];
  }

  async close(): Promise<void> {
    if (this.#jobs.length > 0) this.#commit();
    await this.#db.close();
  }
}

/** Runs a job: a refusal affects only this job and is made before it writes; anything unexpected undoes the whole transaction. */
function outcomeOf(job: Job): Outcome {
  try {
    return { result: job.run() };
  } catch (error) {
    if (error instanceof MongoError) return { error };
    throw error;
  }
}

/** EIO, EFBIG, ENOSPC, EROFS, EDQUOT and MDB_MAP_FULL. LMDB returns EIO if only a part of a page could be written. */
const writeFailures = new Set<unknown>([5, 27, 28, 30, 122, -30792]);

/** A write that the disk refused, with MongoDB's code for it; every other error unchanged. */
function asWriteFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof MongoError) return error;
  if (!('code' in error) || !writeFailures.has(error.code)) return error;
  return new MongoError(
    14031,
    `The data could not be written, and nothing of it was: the disk is full or fails (${error.message})`,
  );
}

function settle(job: Job, { result, error }: Outcome): void {
  if (error === undefined) job.resolve(result);
  else job.reject(error);
}
