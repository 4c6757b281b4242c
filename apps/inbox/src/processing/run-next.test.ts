import { createLogger } from '@estate/observability';
import { WorkRunner, newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import type { MailRecord } from '../domain/mail.ts';
import type { Reading } from '../domain/reading.ts';
import type { ClaimedMail, MailEnd } from '../stores/mail-queue.ts';
import { Budget } from '../budget.ts';
import { storedBytes } from '../../test/stored-bytes.ts';
import { runNext } from './run-next.ts';
import { WaitingMails } from './waiting-mails.ts';

const MOST = 64_000_000;
const NOTHING: Reading = {
  sender: '',
  subject: '',
  body: '',
  addressed: [],
  inquiries: [],
  texts: [],
  attachments: [],
  attachmentCount: 0,
};
const by = { owner: 'me', leaseMs: 60_000, now: new Date() };
const spacious = { most: 200, mostBytes: MOST, claimBy: () => by, wake: () => undefined };

function mail(sizeBytes: number, crashes = 0): ClaimedMail {
  const id = newId();
  const record: MailRecord = {
    id,
    key: id,
    rawSha256: id,
    sizeBytes,
    truncated: false,
    source: 'smtp',
    recipients: [],
    state: 'pending',
    receivedAt: new Date(),
    expiresAt: new Date(),
    results: [],
  };
  const lease = { id, fence: 1, owner: 'me', until: new Date(Date.now() + by.leaseMs) };
  return { record, lease, seen: { arrivals: 1 }, crashes, attempt: 0, internalErrors: 0 };
}

/** Until nothing goes on by itself: everything here is in memory. */
const quiet = () => new Promise((resolve) => setImmediate(resolve));

/** A process whose one thread reads when the test says so; the emails count as large as their records say. */
function processOf(due: ClaimedMail[], waiting = new WaitingMails(spacious)) {
  const sizes = new Map(due.map(({ record }) => [record.rawSha256, record.sizeBytes]));
  const stop = new AbortController();
  const reading: (() => void)[] = [];
  const released: string[] = [];
  const ended: MailEnd['state'][] = [];
  const held = { now: 0, most: 0 };
  const hold = (bytes: number) => {
    held.now += bytes;
    held.most = Math.max(held.most, held.now);
  };
  const deps = {
    clock: () => new Date(),
    newId,
    waiting,
    budget: new Budget(MOST),
    queue: { claim: async () => due.shift() ?? null },
    runner: new WorkRunner<MailEnd>({
      queue: {
        extend: async () => true,
        end: async ({ lease }, { state }) => {
          hold(-(sizes.get(lease.id) ?? 0));
          ended.push(state);
          return true;
        },
        retry: async () => true,
        release: async ({ lease }) => void released.push(lease.id),
      },
      owner: by.owner,
      leaseMs: by.leaseMs,
      clock: () => new Date(),
      backoff: { firstMs: 1, longestMs: 1 },
      log: createLogger({ service: 'test', level: 'silent' }),
    }),
    raws: {
      read: async (sha256: string) => {
        hold(sizes.get(sha256) ?? 0);
        return storedBytes(Buffer.from(sha256));
      },
    },
    reader: {
      read: () => new Promise<Reading>((resolve) => reading.push(() => resolve(NOTHING))),
    },
    recipients: { addressees: async () => ({ addressees: [], leftOut: 0 }), property: async () => ({}) },
    requests: { add: async () => true },
    inquiries: { note: async () => undefined },
    texts: { put: async () => '' },
    mailUrl: () => undefined,
    events: { mailRead: () => undefined },
  };
  const run = () => runNext(deps, stop.signal);
  return { run, reading, ended, released, held, stop: () => stop.abort() };
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('the emails that one process works on', () => {
  it('the emails that one process works on hold no more bytes at once than there is memory for, however large they are and however many wait', async () => {
    const { run, reading, ended, held } = processOf(times(32, () => mail(24_000_000)));
    const runs = times(32, run);
    for (let read = 0; read < 32; read += 1) {
      await quiet();
      reading.shift()?.();
    }
    await Promise.all(runs);
    expect(ended).toHaveLength(32);
    expect(held.most).toBe(48_000_000);
  });

  it('the emails that one process works on are as many as it may work on while they are small', async () => {
    const { run, reading } = processOf(times(32, () => mail(100_000)));
    const runs = times(32, run);
    await quiet();
    expect(reading).toHaveLength(32);
    for (const answer of reading) answer();
    await Promise.all(runs);
  });

  it('the emails that one process works on are one when it is larger than all the memory for them', async () => {
    const { run, reading, ended } = processOf([mail(2 * MOST), mail(1)]);
    const runs = times(2, run);
    await quiet();
    expect(reading).toHaveLength(1);
    reading.shift()?.();
    await quiet();
    reading.shift()?.();
    await Promise.all(runs);
    expect(ended).toHaveLength(2);
  });

  it('the emails that one process works on are one when it may have ended a process', async () => {
    const due = [mail(100, 1), mail(100), mail(100, 1), mail(100), mail(100)];
    const { run, reading, ended } = processOf(due);
    const runs = times(5, run);
    const beside: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await quiet();
      beside.push(reading.length);
      for (const answer of reading.splice(0)) answer();
    }
    await Promise.all(runs);
    expect(beside).toEqual([1, 1, 1, 2]);
    expect(ended).toHaveLength(5);
  });

  it('the emails that one process works on are given back at a stop without being fetched when they still wait for memory', async () => {
    const { run, reading, ended, released, held, stop } = processOf(times(3, () => mail(24_000_000)));
    const runs = times(3, run);
    await quiet();
    stop();
    for (const answer of reading) answer();
    await Promise.all(runs);
    expect([ended.length, released.length]).toEqual([2, 1]);
    expect(held.most).toBe(48_000_000);
  });

  it('the emails that one process works on stay counted where they arrived until there is memory for them', async () => {
    const waiting = new WaitingMails({ ...spacious, mostBytes: 72_000_000 });
    const { run, reading } = processOf([], waiting);
    for (const raw of times(3, () => Buffer.alloc(24_000_000))) {
      waiting.reserve(raw.length);
      waiting.add(mail(raw.length), raw);
    }
    const runs = times(3, run);
    await quiet();
    expect(reading).toHaveLength(2);
    expect(waiting.reserve(48_000_001)).toBeUndefined();
    reading.shift()?.();
    await quiet();
    expect(waiting.reserve(72_000_000)).toBeDefined();
    for (const answer of reading) answer();
    await Promise.all(runs);
  });
});
