import {
  OWNERS,
  announceClosing,
  eraseAccount,
  holdAccount,
  holdImports,
  takeDownAccount,
} from '@estate/contracts';
import type { LeftListing, Operation } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AskOwner } from '../../edge/routing/ask-owner.ts';
import type { ClosingStep } from '../../stores/closing-store.ts';
import { closingStep } from './closing-steps.ts';
import type { StepDeps } from './closing-steps.ts';
import { CLOSING_PARTS } from '../../domain/closing.ts';
import type { StoredClosing } from '../../domain/closing.ts';

const HOUR_MS = 3_600_000;
const START = new Date('2026-11-01T08:00:00.000Z');
const LEFT: LeftListing = {
  listingId: 'd1a2b3c4e5f6g7h8i9j0',
  targetId: 'd1a2b3c4e5f6g7h8i9j0',
  targetType: 'immowelt',
  failureMessage: 'The platform could not be reached.',
};

const HOLDS: readonly string[] = [holdAccount.subject, holdImports.subject];

let now: Date;
let closing: StoredClosing;
/** The subjects that were asked, in order. */
let asked: string[];
/** Answers of owners, by subject; a function is called. */
let answers: Map<string, () => unknown>;

beforeEach(() => {
  now = START;
  asked = [];
  answers = new Map<string, () => unknown>([
    [holdAccount.subject, () => ({})],
    [holdImports.subject, () => ({})],
    [takeDownAccount.subject, () => ({ remaining: 0, left: [], leftCount: 0 })],
    [announceClosing.subject, () => ({ isSent: true })],
  ]);
  closing = {
    ...{ id: 'c', accountId: 'a', state: 'closing', phase: 'waiting', requestedAt: START },
    cancellableUntil: new Date(START.getTime() + HOUR_MS),
    takeDownUntil: new Date(START.getTime() + 23 * HOUR_MS),
    ...{ remaining: 0, erased: {}, left: [], leftCount: 0 },
  };
});

const pass = (ms: number) => (now = new Date(now.getTime() + ms));

const deps = (): StepDeps => ({
  askOwner: ((operation: Operation, input: unknown) => {
    const { subject } = operation;
    asked.push(HOLDS.includes(subject) ? `${subject} ${JSON.stringify(input)}` : subject);
    const answer = answers.get(operation.subject) ?? (() => ({ erased: {}, isDone: true }));
    return Promise.resolve().then(answer);
  }) as unknown as AskOwner,
  eraser: {
    erase: () => {
      asked.push('gateway');
      return Promise.resolve(true);
    },
    erased: () => Promise.resolve({ apiKeys: 1 }),
  },
  clock: () => now,
  times: {
    ...{ cancelMs: HOUR_MS, takeDownMs: 23 * HOUR_MS },
    ...{ announceMs: 600_000, settleMs: 60_000, recheckMs: 15_000 },
  },
  timeoutMs: 1000,
});

/** Takes one step as a worker does: keeps what it changes, and returns when the next one is due; undefined at the end. */
async function step(): Promise<number | undefined> {
  const end = await closingStep(deps(), closing);
  const { isNoLongerQuiet, ...changes }: ClosingStep = end.result ?? {};
  closing = { ...closing, ...changes };
  if (isNoLongerQuiet) delete closing.quietSince;
  return 'retryInMs' in end ? end.retryInMs : undefined;
}

async function untilEnd(): Promise<void> {
  for (let waitMs = await step(); waitMs !== undefined; waitMs = await step()) pass(waitMs);
}

describe('the steps of a closing', () => {
  it('a closing holds the account as long as it can be cancelled, and only then takes anything down', async () => {
    while (closing.phase === 'waiting') pass((await step()) ?? 0);
    expect(now.getTime()).toBe(START.getTime() + HOUR_MS);
    expect(new Set(asked)).toEqual(
      new Set(HOLDS.map((subject) => `${subject} {"closingId":"c","isHeld":true}`)),
    );
  });

  it('a closing erases importer, inbox, distribution and catalog, then announces, then erases notifier and gateway, and looks once more', async () => {
    await untilEnd();
    const order = asked.filter((subject) => !HOLDS.some((hold) => subject.startsWith(hold)));
    const owners = ['importer', 'inbox', 'distribution', 'catalog'].map(
      (name) => `ask.${name}.erase-account`,
    );
    const last = ['ask.notifier.erase-account', 'gateway'];
    expect(order).toEqual([
      ...['ask.distribution.take-down-account', ...owners, 'ask.notifier.announce-closing'],
      ...[...owners, ...last],
      ...[...owners, ...last],
    ]);
    expect(closing).toMatchObject({ state: 'finished', finishedAt: now });
    expect(closing.erased['api-gateway']).toEqual({ apiKeys: 1 });
  });

  it('a platform that is down is tried until the deadline, and what it still shows is listed in the receipt', async () => {
    answers.set(takeDownAccount.subject, () => ({ remaining: 1, left: [LEFT], leftCount: 1 }));
    while (closing.phase !== 'erasing') pass((await step()) ?? 0);
    expect(now.getTime()).toBeGreaterThanOrEqual(START.getTime() + 23 * HOUR_MS);
    await untilEnd();
    expect(closing).toMatchObject({ state: 'finished', remaining: 0, left: [LEFT], leftCount: 1 });
    expect(now.getTime()).toBeLessThan(START.getTime() + 24 * HOUR_MS);
  });

  it('a platform that takes the last listing off in time leaves nothing in the receipt', async () => {
    let remaining = 2;
    answers.set(takeDownAccount.subject, () => {
      remaining -= 1;
      const left = Array.from({ length: remaining }, () => LEFT);
      return { remaining, left, leftCount: remaining };
    });
    await untilEnd();
    expect(closing).toMatchObject({ state: 'finished', left: [], leftCount: 0 });
  });

  it('a receiver that does not accept the last event delays the closing for a limited time only', async () => {
    answers.set(announceClosing.subject, () => ({ isSent: false }));
    while (closing.announcedAt === undefined) pass((await step()) ?? 0);
    while (!closing.isAnnounced) pass((await step()) ?? 0);
    expect(now.getTime() - (closing.announcedAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(600_000);
    expect(asked).not.toContain(eraseAccount.notifier.subject);
    await untilEnd();
    expect(closing.state).toBe('finished');
  });

  it('what is found while a closing verifies is counted, and it waits anew', async () => {
    while (closing.phase !== 'verifying') pass((await step()) ?? 0);
    pass(60_000);
    answers.set('ask.inbox.erase-account', () => ({ erased: { mails: 1 }, isDone: true }));
    expect(await step()).toBe(1000);
    expect(closing.quietSince).toBeUndefined();
    await untilEnd();
    expect(closing).toMatchObject({ state: 'finished', erased: { inbox: { mails: 1 } } });
  });

  it('a service that was restored and counts anew does not lower the counts of a receipt', async () => {
    answers.set('ask.catalog.erase-account', () => ({ erased: { properties: 7 }, isDone: true }));
    await untilEnd();
    const { finishedAt } = closing;
    pass(HOUR_MS);
    answers.set('ask.catalog.erase-account', () => ({ erased: { properties: 2 }, isDone: true }));
    closing = { ...closing, phase: 'verifying' };
    delete closing.quietSince;
    await untilEnd();
    expect(closing.erased.catalog).toEqual({ properties: 7 });
    expect(closing.finishedAt).toEqual(finishedAt);
  });

  it('a closing has a part for every service that owns data, and one for the gateway', () => {
    expect(CLOSING_PARTS.toSorted()).toEqual(['api-gateway', ...OWNERS].toSorted());
  });

  it('a step fails and changes nothing when a service does not answer', async () => {
    answers.set(holdAccount.subject, () => {
      throw new Unavailable('The service does not answer.');
    });
    const before = closing;
    await expect(step()).rejects.toThrow(Unavailable);
    expect(closing).toBe(before);
  });

  it('a closing that was cancelled lets the account go twice, and erases nothing', async () => {
    closing = { ...closing, state: 'cancelled', cancelledAt: now };
    await untilEnd();
    const once = HOLDS.map((subject) => `${subject} {"closingId":"c","isHeld":false}`);
    expect(asked).toEqual([...once, ...once]);
    expect(closing.state).toBe('cancelled');
  });
});
