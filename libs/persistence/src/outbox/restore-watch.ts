import type { Collection, Db } from 'mongodb';
import { Unavailable } from '@estate/errors';
import { backoffMs, pause } from '../mongo/backoff.ts';
import { toServiceError } from '../mongo/driver-errors.ts';
import { newId } from '../mongo/ids.ts';
import type { Log } from '../mongo/log.ts';
import { Worker } from '../work/worker.ts';

const MARK_EVERY_MS = 10_000;
/** The age of a mark from which a database next to an empty broker may have been restored with it. */
const STOPPED_MS = 5 * 60_000;
const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 5_000;
const LISTED_MAX = 20;
const MARK = 'mark';

/** The position of a database; the broker has a copy. The number only grows, so a lower one means a restore. */
export interface Mark {
  databaseId: string;
  number: number;
  at: Date;
}

/** The store for a service's copy of its mark. */
export interface Marks {
  read(): Promise<Mark | undefined>;
  write(mark: Mark): Promise<void>;
}

/** A loss of writes in a period, because a backup was restored. */
export interface Restore {
  id: string;
  noticedAt: Date;
  lostSince: Date;
  lostUntil: Date;
  /** False if the broker is empty, too, so that the service may just have been stopped for a while. */
  isCertain: boolean;
  isSettled: boolean;
  /** The findings of the service, for the operator. */
  outcome?: string;
}

/** The steps of a service after its database was restored; all are idempotent. */
export interface RestoreSteps {
  /** Runs before the service answers and consumes anything. Returns a text for the operator. */
  first?: (restore: Restore) => Promise<string>;
  /** Runs while the service is running. */
  then?: (restore: Restore, signal: AbortSignal) => Promise<void>;
}

export interface RestoreWatchOptions {
  db: Db;
  marks: Marks;
  log: Log;
  clock: () => Date;
}

type MarkDoc = Mark & { _id: string };
type RestoreDoc = Omit<Restore, 'id' | 'isSettled'> & {
  _id: string;
  hasBegun?: boolean;
  settledAt?: Date;
};

/** Notices that the database is older than the broker, or is notified of it by the operator, and makes the service reconcile both. */
export class RestoreWatch {
  readonly #options: RestoreWatchOptions;
  readonly #marks: Collection<MarkDoc>;
  readonly #restores: Collection<RestoreDoc>;
  readonly #worker: Worker;
  #steps: RestoreSteps = {};

  constructor(options: RestoreWatchOptions) {
    const { db, log } = options;
    this.#options = options;
    this.#marks = db.collection('marks');
    this.#restores = db.collection('restores');
    const run = (signal: AbortSignal) => this.#run(signal);
    this.#worker = new Worker({ name: 'restores', run, sweepEveryMs: MARK_EVERY_MS, log });
  }

  /** Checks once, and runs the first step for a restore; waits for the broker and the database. */
  async prepare(steps: RestoreSteps, signal: AbortSignal): Promise<void> {
    this.#steps = steps;
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await this.#look();
        return;
      } catch (error) {
        const reason = toServiceError(error);
        if (!(reason instanceof Unavailable)) throw reason;
        this.#options.log.warn({ err: reason }, 'restores.waiting');
        await pause(backoffMs(failures, RETRY_FIRST_MS, RETRY_MAX_MS), signal);
      }
    }
  }

  start(): void {
    this.#worker.start();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Requests the steps of a restore: writes since then are lost. */
  async order(lostSince: Date): Promise<void> {
    const now = this.#options.clock();
    await this.#note(newId(), { noticedAt: now, lostSince, lostUntil: now, isCertain: true });
    await this.#begin();
    this.#worker.wake();
  }

  /** The newest restores first. */
  async list(): Promise<Restore[]> {
    const docs = await this.#restores.find().sort({ noticedAt: -1 }).limit(LISTED_MAX).toArray();
    return docs.map(fromDoc);
  }

  async #run(signal: AbortSignal): Promise<boolean> {
    await this.#look();
    for (const doc of await this.#restores.find({ settledAt: { $exists: false } }).toArray()) {
      await this.#steps.then?.(fromDoc(doc), signal);
      if (signal.aborted) return false;
      await this.#settle(doc);
    }
    return false;
  }

  async #settle({ _id }: RestoreDoc): Promise<void> {
    const settledAt = this.#options.clock();
    await this.#restores.updateOne({ _id }, { $set: { settledAt } });
    this.#options.log.warn({ restoreId: _id }, 'restore.settled');
  }

  async #look(): Promise<void> {
    await this.#compare();
    await this.#begin();
  }

  /** Compares the marks. That of the broker is read first: it is never ahead, except of a restored database. */
  async #compare(): Promise<void> {
    const { marks, clock } = this.#options;
    const copy = await marks.read();
    const now = clock();
    const own = (await this.#marks.findOne({ _id: MARK })) ?? (await this.#create(now));
    const isComparable = copy?.databaseId === own.databaseId;
    if (isComparable && copy.number > own.number) {
      const id = `${own.databaseId}-${String(copy.number)}`;
      const lost = { lostSince: own.at, lostUntil: copy.at };
      await this.#note(id, { noticedAt: now, ...lost, isCertain: true });
    } else if (copy === undefined && now.getTime() - own.at.getTime() > STOPPED_MS) {
      const lost = { lostSince: own.at, lostUntil: now };
      await this.#note(`${own.databaseId}-${String(own.number)}-alone`, {
        noticedAt: now,
        ...lost,
        isCertain: false,
      });
    }
    await this.#advance(own, isComparable ? copy : undefined, now);
  }

  async #create(now: Date): Promise<MarkDoc> {
    const first = { $setOnInsert: { databaseId: newId(), number: 1, at: now } };
    const made = await this.#marks.findOneAndUpdate({ _id: MARK }, first, {
      upsert: true,
      returnDocument: 'after',
    });
    if (!made) throw new Error('the mark was not stored');
    return made;
  }

  /** Advances the mark, on one replica at a time. */
  async #advance(own: MarkDoc, copy: Mark | undefined, now: Date): Promise<void> {
    const isFresh = now.getTime() - own.at.getTime() < MARK_EVERY_MS;
    if (isFresh && copy?.number === own.number) return;
    const number = Math.max(own.number, copy?.number ?? 0) + 1;
    const next = await this.#marks.findOneAndUpdate(
      { _id: MARK, number: own.number },
      { $set: { number, at: now } },
      { returnDocument: 'after' },
    );
    if (!next) return;
    const { databaseId, at } = next;
    await this.#options.marks.write({ databaseId, number, at });
  }

  async #note(id: string, restore: Omit<RestoreDoc, '_id'>): Promise<void> {
    const result = await this.#restores.updateOne({ _id: id }, { $setOnInsert: restore }, { upsert: true });
    if (result.upsertedCount === 1)
      this.#options.log.error({ restoreId: id, ...restore }, 'database.restored');
  }

  async #begin(): Promise<void> {
    for (const doc of await this.#restores.find({ hasBegun: { $exists: false } }).toArray()) {
      const outcome = await this.#steps.first?.(fromDoc(doc));
      const set = { hasBegun: true, ...(outcome !== undefined && { outcome }) };
      await this.#restores.updateOne({ _id: doc._id }, { $set: set });
    }
  }
}

const fromDoc = ({
  _id: id,
  noticedAt,
  lostSince,
  lostUntil,
  isCertain,
  settledAt,
  outcome,
}: RestoreDoc): Restore => ({
  ...{ id, noticedAt, lostSince, lostUntil, isCertain },
  ...(outcome !== undefined && { outcome }),
  isSettled: settledAt !== undefined,
});
