import type { StoredMessage } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import type { EventDoc } from '../stores/event-store.ts';
import { personKeysIn } from '../stores/person-keys-in.ts';
import { eraseEvents } from './erase-events.ts';
import type { EraseDeps } from './erase-events.ts';

const [ACCOUNT, OTHER, REQUEST, MAIL] = [newId(), newId(), newId(), newId()];

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

/** An event that says it is about the request or the email, whoever published it. */
async function store(accountId: string, eventName: string, about: Partial<EventDoc>): Promise<string> {
  const _id = newId();
  const eventPayload = { id: REQUEST, mailId: MAIL, message: 'Klara Hofmann asks' };
  const rawBody = JSON.stringify({ id: _id, eventName, eventPayload });
  const times = { eventTime: START, expiresAt: new Date(START.getTime() + 86_400_000) };
  await stores.database.db
    .collection<EventDoc>('events')
    .insertOne({ _id, accountId, eventName, rawBody, ...times, ...about });
  return _id;
}

const ABOUT = { aboutRequestId: REQUEST, aboutMailId: MAIL };

/** Runs an erasure; the messages of the broker that it would erase, by their subjects and accounts. */
async function erase(erased: { mailIds?: string[]; requestIds?: string[]; redacted?: string[] }) {
  const subjects = ['event.request.created', 'event.request.parsing_failed', 'event.publication.failed'];
  const messages: StoredMessage[] = [ACCOUNT, OTHER].flatMap((accountId) =>
    subjects.map((subject) => ({
      ...{ id: newId(), subject, accountId, at: new Date(0) },
      data: { id: REQUEST, mailId: MAIL },
    })),
  );
  const gone: string[] = [];
  const { mailIds = [], requestIds = [], redacted = [] } = erased;
  await eraseEvents(
    {
      clock: () => START,
      erasedEvents: stores.erasedEvents,
      tally: stores.tally,
      eraseMessages: (isErased) => {
        for (const message of messages.filter(isErased))
          gone.push(`${message.accountId === ACCOUNT ? 'own' : 'other'} ${message.subject}`);
        return Promise.resolve([]);
      },
    },
    {
      ...{ accountId: ACCOUNT, mailIds, requestIds },
      redacted: redacted.map((requestId) => ({ requestId, words: ['Klara Hofmann'] })),
    },
  );
  return gone;
}

const leftOf = async (ids: readonly string[]) => {
  const docs = await stores.database.db
    .collection<EventDoc>('events')
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(docs.map(({ _id, rawBody }) => [_id, rawBody]));
};

describe('the events that the inbox has erased', () => {
  it('the events that the inbox has erased are its own ones of this account, whatever others say of the same request and email', async () => {
    const created = await store(ACCOUNT, 'request.created', ABOUT);
    const failed = await store(ACCOUNT, 'request.parsing_failed', { aboutMailId: MAIL });
    const kept = [
      await store(ACCOUNT, 'publication.failed', ABOUT),
      await store(ACCOUNT, 'request.answered', ABOUT),
      await store(OTHER, 'request.created', ABOUT),
    ];
    const messages = await erase({ requestIds: [REQUEST], mailIds: [MAIL] });
    expect(messages).toEqual(['own event.request.created', 'own event.request.parsing_failed']);
    expect([...(await leftOf([created, failed, ...kept])).keys()].sort()).toEqual(kept.sort());
  });

  it('the events that the inbox has words taken out of are its own ones of this account', async () => {
    const own = await store(ACCOUNT, 'request.created', ABOUT);
    const kept = [
      await store(ACCOUNT, 'publication.failed', ABOUT),
      await store(OTHER, 'request.created', ABOUT),
    ];
    await erase({ redacted: [REQUEST] });
    const bodies = await leftOf([own, ...kept]);
    expect(bodies.get(own)).toContain('[erased] asks');
    for (const id of kept) expect(bodies.get(id)).toContain('Klara Hofmann asks');
  });
});

describe('the erasure of a person whom the event of another one names', () => {
  it.each([
    ['in another field', { company: 'tom@example.org' }, 'tom@example.org'],
    ['in another form', { lastName: 'tom@müller.de' }, 'tom@xn--mller-kva.de'],
    ['behind a line end', { company: 'Firma\nina@x.de' }, 'ina@x.de'],
  ])(
    'the erasure of a person whom the event of another one names %s ends, and leaves the event without the address',
    async (_where, more, email) => {
      const accountId = newId();
      const eventPayload = { id: newId(), prospect: { email: 'b@x.de', ...more }, message: 'Hallo' };
      const rawBody = JSON.stringify({ eventName: 'request.created', eventPayload });
      const about = { accountId, eventName: 'request.created', rawBody };
      const id = await store(accountId, 'request.created', { rawBody, ...personKeysIn(about) });
      const deps: EraseDeps = {
        clock: () => START,
        erasedEvents: stores.erasedEvents,
        tally: stores.tally,
        eraseMessages: () => Promise.resolve([]),
      };
      const person = { accountId, erasureId: newId(), email };
      const steps = [await stores.erasePerson(person, deps), await stores.erasePerson(person, deps)];
      expect(steps).toEqual([false, true]);
      const left = (await leftOf([id])).get(id);
      expect(left).toContain('b@x.de');
      expect(left).not.toContain(email.slice(0, 4));
    },
  );
});
