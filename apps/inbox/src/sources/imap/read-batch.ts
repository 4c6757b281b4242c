import type { ImapFlow } from 'imapflow';
import { HEAD_BYTES } from '../../domain/mail.ts';
import type { Arrival, Intake } from '../../intake/intake.ts';
import { inMemory } from '../../intake/raw-mail.ts';
import type { Spool } from '../../intake/spool.ts';
import type { Budget } from '../../budget.ts';
import type { Acknowledge } from './acknowledge.ts';
import { fetchHead, fetchPieces } from './fetch-pieces.ts';
import type { Mailbox } from './mailbox.ts';
import type { Pace } from './pace.ts';

export interface BatchDeps {
  mailbox: Mailbox;
  intake: Intake;
  spool: Pick<Spool, 'file'>;
  /** For the bytes of the emails that all mailboxes fetch at a time. */
  budget: Pick<Budget, 'take'>;
  maxBytes: number;
  /** Aborted when another process has the mailbox, or at a stop. */
  signal: AbortSignal;
  pace: Pace;
}

const BATCH_BYTES = 8_000_000;
const BY_UID = { uid: true };

interface Sized {
  uid: number;
  size: number;
}

/** Emails that are to be read together. */
interface Batch {
  mails: readonly Sized[];
  /** The short ones of them, which come in one answer, in memory. */
  short: readonly Sized[];
}

/** The short emails of a batch; their bytes are counted until they are given back. */
interface Fetched {
  batch: Batch;
  arrivals: readonly Taken[];
  uids: number[];
  giveBack: () => void;
}

type Taken = Pick<Arrival, 'raw' | 'sizeBytes' | 'truncated'>;

/** Reads over one connection and acknowledges what was stored. */
export class BatchReader {
  readonly #client: ImapFlow;
  readonly #deps: BatchDeps;
  readonly #acknowledge: Acknowledge;
  /** The next batch, which is fetched while the current one is stored. */
  #ahead: Promise<Fetched | undefined> | undefined;

  constructor(client: ImapFlow, deps: BatchDeps, acknowledge: Acknowledge) {
    this.#client = client;
    this.#deps = deps;
    this.#acknowledge = acknowledge;
  }

  /** Stores the next batch of waiting emails; returns how many it looked at. */
  async next(): Promise<number> {
    const { pace, maxBytes } = this.#deps;
    const fetched = (await this.#takeAhead()) ?? (await this.#fetchNext());
    if (fetched === undefined) return 0;
    await this.#takeShort(fetched);
    const { batch } = fetched;
    for (const mail of batch.mails) {
      if (mail.size > maxBytes) await this.#takeHead(mail);
      else if (mail.size > this.#mostShort) await this.#takeLong(mail);
    }
    pace.succeeded();
    return batch.mails.length;
  }

  /** Gives back what was fetched ahead and will not be stored. */
  async close(): Promise<void> {
    const ahead = await this.#ahead?.catch(() => undefined);
    ahead?.giveBack();
  }

  /** It begins now, also when it could not be fetched. */
  async #takeAhead(): Promise<Fetched | undefined> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const fetched = await ahead?.catch((error: unknown) => {
      this.#deps.pace.begin();
      throw error;
    });
    if (fetched) this.#deps.pace.begin();
    return fetched;
  }

  async #fetchNext(): Promise<Fetched | undefined> {
    const batch = await this.#find(() => this.#deps.pace.begin());
    return batch && this.#fetchShort(batch);
  }

  get #mostShort(): number {
    return Math.min(HEAD_BYTES, this.#deps.maxBytes);
  }

  /** The next emails that wait; undefined when none does. A look that finds nothing is no batch: it must not count as one that failed. */
  async #find(most: () => number, besides: readonly number[] = []): Promise<Batch | undefined> {
    const found = (await this.#client.search(this.#acknowledge.waiting, BY_UID)) || [];
    const taken = new Set(besides);
    const waiting = found.filter((uid) => !taken.has(uid));
    if (waiting.length === 0) return undefined;
    const uids = waiting.slice(0, most());
    const sizes = await this.#client.fetchAll(uids.join(','), { uid: true, size: true }, BY_UID);
    const mails = sizes.map(({ uid, size = 0 }) => ({ uid, size }));
    return { mails, short: withinBytes(mails.filter(({ size }) => size <= this.#mostShort)) };
  }

  async #fetchShort(batch: Batch): Promise<Fetched> {
    const { short } = batch;
    if (short.length === 0) return { batch, arrivals: [], uids: [], giveBack: () => undefined };
    const giveBack = await this.#deps.budget.take(sum(short));
    try {
      this.#deps.signal.throwIfAborted();
      const range = short.map(({ uid }) => uid).join(',');
      const query = { uid: true, size: true, source: true };
      const fetched = await this.#client.fetchAll(range, query, BY_UID);
      const arrivals = fetched.map(({ source = Buffer.alloc(0), size = source.length }) => ({
        raw: inMemory(source),
        sizeBytes: size,
        truncated: false,
      }));
      return { batch, arrivals, uids: fetched.map(({ uid }) => uid), giveBack };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async #takeShort({ batch, arrivals, uids, giveBack }: Fetched): Promise<void> {
    try {
      if (uids.length === 0) return;
      this.#fetchAhead(batch);
      await this.#store(arrivals);
      await this.#acknowledge.handled(uids);
    } finally {
      giveBack();
    }
  }

  /** Not beside emails that are fetched one by one: who holds a share of the budget must not wait for another. */
  #fetchAhead({ mails, short }: Batch): void {
    if (mails.some(({ size }) => size > this.#mostShort)) return;
    const { pace } = this.#deps;
    const besides = short.map(({ uid }) => uid);
    this.#ahead = this.#find(() => pace.size, besides).then((batch) => batch && this.#fetchShort(batch));
    // It is the error of the next batch.
    this.#ahead.catch(() => undefined);
  }

  async #takeLong({ uid, size }: Sized): Promise<void> {
    const { maxBytes, spool } = this.#deps;
    await this.#within(size, async () => {
      const { raw, truncated } = await fetchPieces(this.#client, { uid, maxBytes, spool });
      const sizeBytes = truncated ? size : raw.length;
      try {
        await this.#store([{ raw, sizeBytes, truncated }]);
      } finally {
        await raw.close();
      }
      await (truncated ? this.#acknowledge.refused([uid]) : this.#acknowledge.handled([uid]));
    });
  }

  async #takeHead({ uid, size }: Sized): Promise<void> {
    const raw = inMemory(await fetchHead(this.#client, uid));
    await this.#store([{ raw, sizeBytes: size, truncated: true }]);
    await this.#acknowledge.refused([uid]);
  }

  async #store(mails: readonly Taken[]): Promise<void> {
    const { signal, intake, mailbox } = this.#deps;
    signal.throwIfAborted();
    await intake(mails.map((mail) => ({ ...mail, source: `imap:${mailbox.name}`, envelopeTo: [] })));
  }

  async #within(bytes: number, work: () => Promise<void>): Promise<void> {
    const giveBack = await this.#deps.budget.take(bytes);
    try {
      this.#deps.signal.throwIfAborted();
      await work();
    } finally {
      giveBack();
    }
  }
}

const sum = (mails: readonly Sized[]): number => mails.reduce((bytes, { size }) => bytes + size, 0);

function withinBytes(mails: readonly Sized[]): Sized[] {
  let bytes = 0;
  return mails.filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= BATCH_BYTES;
  });
}
