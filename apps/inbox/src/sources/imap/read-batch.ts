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

/** Reads over one connection and acknowledges what was stored. */
export class BatchReader {
  readonly #client: ImapFlow;
  readonly #deps: BatchDeps;
  readonly #acknowledge: Acknowledge;

  constructor(client: ImapFlow, deps: BatchDeps, acknowledge: Acknowledge) {
    this.#client = client;
    this.#deps = deps;
    this.#acknowledge = acknowledge;
  }

  /** Stores the next batch of waiting emails; returns how many it looked at. */
  async next(): Promise<number> {
    const { pace, maxBytes } = this.#deps;
    const waiting = (await this.#client.search(this.#acknowledge.waiting, BY_UID)) || [];
    // A look that finds nothing is no batch: it must not count as one that failed.
    if (waiting.length === 0) return 0;
    const uids = waiting.slice(0, pace.begin());
    const found = await this.#client.fetchAll(uids.join(','), { uid: true, size: true }, BY_UID);
    const mails = found.map(({ uid, size = 0 }) => ({ uid, size }));
    const mostShort = Math.min(HEAD_BYTES, maxBytes);
    await this.#takeShort(withinBytes(mails.filter(({ size }) => size <= mostShort)));
    for (const mail of mails) {
      if (mail.size > maxBytes) await this.#takeHead(mail);
      else if (mail.size > mostShort) await this.#takeLong(mail);
    }
    pace.succeeded();
    return mails.length;
  }

  /** Short emails come in one answer, in memory. */
  async #takeShort(mails: readonly Sized[]): Promise<void> {
    if (mails.length === 0) return;
    await this.#within(sum(mails), async () => {
      const range = mails.map(({ uid }) => uid).join(',');
      const query = { uid: true, size: true, source: true };
      const fetched = await this.#client.fetchAll(range, query, BY_UID);
      await this.#store(
        fetched.map(({ source = Buffer.alloc(0), size = source.length }) => ({
          raw: inMemory(source),
          sizeBytes: size,
          truncated: false,
        })),
      );
      await this.#acknowledge.handled(fetched.map(({ uid }) => uid));
    });
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

  async #store(mails: readonly Pick<Arrival, 'raw' | 'sizeBytes' | 'truncated'>[]): Promise<void> {
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
