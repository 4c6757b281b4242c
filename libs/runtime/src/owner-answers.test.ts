import { ContactChanged, OWNERS, eraseAccount, ownerOperations } from '@estate/contracts';
import { memoryBus } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { ownerAnswers } from './owner-answers.ts';

const done = () => Promise.resolve();
const none = () => Promise.resolve([]);

const answersOf = (name: string, eraseNow = () => Promise.resolve(true)) => {
  const manifest = {
    ...{ name, answers: [], asks: [], tells: [ContactChanged] },
    handles: { 'on-contact-changed': ContactChanged },
    erases: ['on-contact-changed'],
  };
  const bus = memoryBus(manifest);
  let messages = 0;
  const answers = ownerAnswers({
    bus,
    clock: () => new Date(),
    manifest,
    auditor: { violations: none, rounds: none, repair: () => Promise.resolve({ data: [] }) },
    restores: { order: done, list: none },
    retelling: { order: () => Promise.resolve(0) },
    vault: { seal: (text) => text, open: (text) => text, needsReseal: () => false },
    stores: {
      sealed: [],
      finder: { find: none },
      waiting: { byAccount: () => Promise.resolve({ data: [], isLimited: false }) },
      usage: { until: () => Promise.resolve(undefined), ofMonth: none },
      accountEraser: {
        erase: eraseNow,
        add: (_closingId, counts) => Promise.resolve(void (messages += counts['messages'] ?? 0)),
        erased: () => Promise.resolve({ messages }),
      },
    },
  });
  return { answers, bus };
};

describe('the answers of an owner', () => {
  it.each(OWNERS)('the answers of %s are those that its manifest declares as an owner', (owner) => {
    const subjects = answersOf(owner).answers.map(({ operation }) => operation.subject);
    expect(subjects.toSorted()).toEqual(
      ownerOperations(owner)
        .map(({ subject }) => subject)
        .toSorted(),
    );
  });

  it('a service that owns nothing answers no operation of owners', () => {
    expect(answersOf('tally').answers).toEqual([]);
  });

  it('an account is erased once its documents and then its messages at the broker are gone, and those of others stay', async () => {
    const isEmpty = [false, true, true];
    const { answers, bus } = answersOf('catalog', () => Promise.resolve(isEmpty.shift() === true));
    const [mine, other] = [newId(), newId()];
    for (const accountId of [mine, other]) {
      const data = { contactId: newId(), deleted: false };
      const about = { id: newId(), subject: ContactChanged.subject, accountId, requestId: 'r' };
      await bus.publish({ ...about, at: new Date(), data });
    }
    const { handle } = answers.find(({ operation }) => operation === eraseAccount.catalog) ?? answers[0]!;
    const input = { closingId: newId(), requestedAt: '2026-11-01T08:00:00.000Z' };
    const erase = () => handle(input, { accountId: mine, requestId: 'r' });
    expect(await erase()).toEqual({ erased: { messages: 0 }, isDone: false });
    expect(await erase()).toEqual({ erased: { messages: 1 }, isDone: false });
    expect(await erase()).toEqual({ erased: { messages: 1 }, isDone: true });
  });
});
