import { mkdtemp, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@estate/persistence';
import type { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HEAD_BYTES } from '../../domain/mail.ts';
import type { Arrival } from '../../intake/intake.ts';
import { Budget } from '../../budget.ts';
import { Mailbox } from './mailbox.ts';
import { Pace } from './pace.ts';
import { BatchReader } from './read-batch.ts';

const MAX_BYTES = 5_000_000;
const mailbox = Mailbox.parse({ name: 'box', host: 'h', user: 'u', password: 'p' });
let directory: string;
let files: FileHandle[];
let stored: Pick<Arrival, 'sizeBytes' | 'truncated'>[];
let bytes: string[];
let handled: number[];
let refused: number[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'estate-imap-'));
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(() => {
  [files, stored, bytes, handled, refused] = [[], [], [], [], []];
});

interface Held {
  content: string;
  /** The size that the server says. */
  size?: number;
}

/** A mailbox with these emails; the most bytes of one answer are counted. */
class Server {
  #mails: readonly Held[];
  #asked = 0;
  mostAnswered = 0;
  knowsPieces = true;
  /** The connection ends when more emails than these are asked for. */
  endsAfter = Infinity;

  constructor(mails: readonly Held[]) {
    this.#mails = mails;
  }

  arrive(mails: readonly Held[]): void {
    this.#mails = mails;
  }

  /** Resolves once the bytes of so many emails were asked for. */
  async asked(mails: number): Promise<void> {
    while (this.#asked < mails) await new Promise(setImmediate);
  }

  client(): ImapFlow {
    const fetchAll = async (range: string, { source }: { source?: boolean }) => {
      const mails = range.split(',').map((uid) => this.#mail(Number(uid), source));
      this.#count(mails.map((mail) => mail.source));
      if (source) this.#asked += mails.length;
      if (this.#asked > this.endsAfter) throw new Error('the connection ended');
      return mails;
    };
    const fetchOne = async (uid: string, query: { source: { start: number; maxLength: number } }) => {
      const { start, maxLength } = query.source;
      const { source, ...mail } = this.#mail(Number(uid), true);
      const piece = this.knowsPieces ? source?.subarray(start, start + maxLength) : source;
      this.#count([piece]);
      return { ...mail, source: piece };
    };
    const search = async () =>
      this.#mails.map((_mail, index) => index + 1).filter((uid) => !handled.includes(uid));
    return { search, fetchAll, fetchOne } as unknown as ImapFlow;
  }

  #mail(uid: number, withSource = false) {
    const { content, size = content.length } = this.#mails[uid - 1]!;
    return { uid, size, source: withSource ? Buffer.from(content) : undefined };
  }

  #count(sources: readonly (Buffer | undefined)[]): void {
    const answered = sources.reduce((sum, source) => sum + (source?.length ?? 0), 0);
    this.mostAnswered = Math.max(this.mostAnswered, answered);
  }
}

const MOST_BYTES = 10_000_000;

const readerOf = (
  server: Server,
  intake?: () => Promise<void>,
  budget = new Budget(MOST_BYTES),
  pace = new Pace(),
) =>
  new BatchReader(
    server.client(),
    {
      mailbox,
      spool: {
        file: async () => {
          const file = await open(join(directory, newId()), 'wx+');
          files.push(file);
          return file;
        },
      },
      budget,
      maxBytes: MAX_BYTES,
      signal: new AbortController().signal,
      pace,
      intake: async (arrivals) => {
        await intake?.();
        for (const { raw, sizeBytes, truncated } of arrivals) {
          stored.push({ sizeBytes, truncated });
          let content = '';
          for await (const piece of raw.read(0, raw.length)) content += piece.toString();
          bytes.push(content);
        }
      },
    },
    {
      waiting: {},
      handled: async (uids) => void handled.push(...uids),
      refused: async (uids) => void refused.push(...uids),
      undo: () => Promise.resolve(),
    },
  );

const LONG = 'long '.repeat(600_000);

describe('the emails of a mailbox', () => {
  it('the emails of a mailbox come in one answer when they are short, and each long one in pieces, so that none is in memory', async () => {
    const mails = ['short 1', LONG, 'short 2', `${LONG}!`].map((content) => ({ content }));
    const server = new Server(mails);
    expect(await readerOf(server).next()).toBe(4);
    expect(bytes.toSorted()).toEqual(mails.map(({ content }) => content).toSorted());
    expect(handled).toEqual([1, 3, 2, 4]);
    expect(server.mostAnswered).toBeLessThanOrEqual(1_048_576);
    expect(files.map(({ fd }) => fd)).toEqual([-1, -1]);
  });

  it('the emails of a mailbox that are too large come as their beginning, also when the server says that they are not', async () => {
    const tooLarge = 'x'.repeat(MAX_BYTES + 1);
    await readerOf(new Server([{ content: tooLarge }, { content: tooLarge, size: MAX_BYTES - 1 }])).next();
    expect(stored.map(({ truncated }) => truncated)).toEqual([true, true]);
    expect(bytes.map(({ length }) => length)).toEqual([HEAD_BYTES, HEAD_BYTES]);
    expect([handled, refused]).toEqual([[], [1, 2]]);
    expect(files.map(({ fd }) => fd)).toEqual([-1]);
  });

  it('the emails of a mailbox come whole from a server that knows no pieces', async () => {
    const server = new Server([{ content: LONG }]);
    server.knowsPieces = false;
    await readerOf(server).next();
    expect(bytes).toEqual([LONG]);
  });

  it('the emails of a mailbox that was empty for a while are read at full pace', async () => {
    const server = new Server([]);
    const reader = readerOf(server);
    for (let look = 0; look < 3; look += 1) expect(await reader.next()).toBe(0);
    server.arrive(Array.from({ length: 100 }, () => ({ content: 'short' })));
    expect(await reader.next()).toBe(100);
  });

  it('the emails of a mailbox are fetched while those before them are stored, and each is stored once', async () => {
    const mails = Array.from({ length: 250 }, (_, n) => ({ content: `short ${String(n)}` }));
    const server = new Server(mails);
    let stores = 0;
    const reader = readerOf(server, () => server.asked([200, 250, 250][stores++] ?? 0));
    expect([await reader.next(), await reader.next(), await reader.next(), await reader.next()]).toEqual([
      100, 100, 50, 0,
    ]);
    expect(bytes).toEqual(mails.map(({ content }) => content));
    expect(handled).toEqual(mails.map((_mail, index) => index + 1));
  });

  it('the emails of a mailbox that were fetched and will not be stored give their memory back', async () => {
    const server = new Server(Array.from({ length: 200 }, () => ({ content: 'short' })));
    const budget = new Budget(MOST_BYTES);
    const failing = async () => {
      await server.asked(200);
      throw new Error('away');
    };
    const reader = readerOf(server, failing, budget);
    await expect(reader.next()).rejects.toThrow('away');
    await reader.close();
    expect([bytes, handled]).toEqual([[], []]);
    await budget.take(MOST_BYTES);
  });

  it('the emails of a mailbox are fetched fewer at a time when the connection ended while they were fetched ahead', async () => {
    const server = new Server(Array.from({ length: 300 }, () => ({ content: 'short' })));
    const pace = new Pace();
    const reader = readerOf(server, () => server.asked(100), undefined, pace);
    server.endsAfter = 100;
    expect(await reader.next()).toBe(100);
    await expect(reader.next()).rejects.toThrow('ended');
    server.endsAfter = Infinity;
    expect(await readerOf(server, undefined, undefined, pace).next()).toBe(25);
  });

  it('the emails of a mailbox stay where they are, and leave nothing, when they cannot be stored', async () => {
    const reader = readerOf(new Server([{ content: LONG }]), () => Promise.reject(new Error('away')));
    await expect(reader.next()).rejects.toThrow('away');
    expect([handled, refused]).toEqual([[], []]);
    expect(files.map(({ fd }) => fd)).toEqual([-1]);
  });
});
