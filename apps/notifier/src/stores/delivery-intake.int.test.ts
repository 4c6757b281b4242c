import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import { DeliveryIntake } from './delivery-intake.ts';
import {
  START,
  deliveryOf,
  eventOf,
  later,
  openTestStores,
  webhookOf,
  writeConflict,
} from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(async () => {
  await stores.close();
});

/** The intake of another process. */
const another = () => new DeliveryIntake(stores.docs.deliveries);
const draftsOf = (webhook: StoredWebhook, events: readonly StoredEvent[]) =>
  events.map((event) => ({ delivery: deliveryOf(webhook, event), webhook }));
const eventsOf = ({ accountId }: StoredWebhook, count: number) =>
  Array.from({ length: count }, () => eventOf(accountId));
const numbers = async ({ id }: StoredWebhook) => {
  const { data } = await stores.deliveries.list(id, { limit: 100, order: 'asc' });
  return data.map(({ sequence = 0 }) => sequence).toSorted((a, b) => a - b);
};
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

describe('the numbers of the deliveries of a webhook', () => {
  it('the numbers of the deliveries of a webhook have no gaps when many processes insert at once', async () => {
    const webhooks = [webhookOf(), webhookOf()];
    const processes = Array.from({ length: 4 }, another);
    const events = webhooks.map((webhook) => eventsOf(webhook, 24));
    const batches = upTo(6).map((n) =>
      webhooks.flatMap((webhook, w) => draftsOf(webhook, events[w]!.slice((n - 1) * 4, n * 4))),
    );
    // Every batch comes to two processes.
    await Promise.all(
      batches.flatMap((batch, n) => [
        processes[n % 4]!.insert(batch),
        processes[(n + 1) % 4]!.insert(
          batch.map((draft) => ({ ...draft, delivery: { ...draft.delivery, id: newId() } })),
        ),
      ]),
    );
    for (const webhook of webhooks) expect(await numbers(webhook)).toEqual(upTo(24));
  });

  it('the numbers of the deliveries of a webhook have no gap when a known event is among new ones', async () => {
    const webhook = webhookOf();
    const [a, b, c, d] = eventsOf(webhook, 4);
    const intake = another();
    await intake.insert(draftsOf(webhook, [a!, b!]));
    await intake.insert(draftsOf(webhook, [c!, a!, d!, b!]));
    expect(await numbers(webhook)).toEqual([1, 2, 3, 4]);
  });

  it('the numbers of the deliveries of a webhook continue after a restart, and after all deliveries have expired', async () => {
    const webhook = webhookOf();
    await another().insert(draftsOf(webhook, eventsOf(webhook, 3)));
    await another().insert(draftsOf(webhook, eventsOf(webhook, 2)));
    expect(await numbers(webhook)).toEqual(upTo(5));
    await stores.database.db.collection('deliveries').deleteMany({ webhookId: webhook.id });
    await another().insert(draftsOf({ ...webhook, lastSequence: 5 }, eventsOf(webhook, 1)));
    expect(await numbers(webhook)).toEqual([6]);
  });

  it('the newest numbers of webhooks are returned once, to be saved', async () => {
    const webhook = webhookOf();
    const intake = another();
    await intake.insert(draftsOf(webhook, eventsOf(webhook, 3)));
    expect(intake.takeUnsaved()).toEqual(new Map([[webhook.id, 3]]));
    expect(intake.takeUnsaved().size).toBe(0);
  });
});

describe('an insert on a server that reports write conflicts', () => {
  /** Each write stores so many documents before it is abandoned; a document alone goes through, or nothing does. */
  const conflicting = async (storedOfEach: number | 'none') => {
    const { db } = stores.database;
    const conflict = await writeConflict(stores.database);
    const own = db.collection<{ _id: string }>('deliveries');
    const insertMany = async (docs: { _id: string }[]) => {
      if (storedOfEach === 'none') throw conflict;
      if (docs.length === 1) return own.insertMany(docs);
      if (storedOfEach > 0) await own.insertMany(docs.slice(0, storedOfEach));
      throw conflict;
    };
    const collection = { find: own.find.bind(own), insertMany };
    const waits: number[] = [];
    const aside = async (conflicts: number) => void waits.push(conflicts);
    const intake = new DeliveryIntake(collection as unknown as typeof stores.docs.deliveries, aside);
    return { conflict, intake, waits };
  };

  it('an insert with write conflicts continues as long as something is stored each time', async () => {
    const webhook = webhookOf();
    const { intake, waits } = await conflicting(1);
    await intake.insert(draftsOf(webhook, eventsOf(webhook, 24)));
    expect(await numbers(webhook)).toEqual(upTo(24));
    expect(waits).toEqual(upTo(23).map(() => 1));
  });

  it('an insert with write conflicts continues with half as many documents after each conflict', async () => {
    const webhook = webhookOf();
    const { intake, waits } = await conflicting(0);
    await intake.insert(draftsOf(webhook, eventsOf(webhook, 4)));
    expect(await numbers(webhook)).toEqual(upTo(4));
    // Four, two, one; three, two, one; two, one; one.
    expect(waits).toEqual([1, 2, 1, 2, 1]);
  });

  it('an insert with write conflicts fails when nothing is stored several times in a row', async () => {
    const webhook = webhookOf();
    const { intake, conflict, waits } = await conflicting('none');
    await expect(intake.insert(draftsOf(webhook, eventsOf(webhook, 2)))).rejects.toBe(conflict);
    expect(await numbers(webhook)).toEqual([]);
    expect(waits).toEqual(upTo(30));
  });

  it('an insert with write conflicts gives each delivery a lease that begins when it is stored', async () => {
    const webhook = webhookOf();
    const { intake, waits } = await conflicting(1);
    const claimBy = () => ({ owner: newId(), leaseMs: 30_000, now: later(waits.length) });
    const drafts = draftsOf(webhook, eventsOf(webhook, 3)).map((draft) => ({ ...draft, claimBy }));
    const claimed = await intake.insert(drafts);
    expect(claimed.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual(
      [0, 1, 2].map((ms) => later(30_000 + ms)),
    );
  });
});

describe('a delivery that is attempted at once', () => {
  it('a delivery that is attempted at once is stored as claimed, with its attempt counted', async () => {
    const webhook = webhookOf();
    const [draft] = draftsOf(webhook, eventsOf(webhook, 1));
    const claimBy = () => ({ owner: newId(), leaseMs: 30_000, now: later(0) });
    const claimed = await another().insert([{ ...draft!, claimBy }]);
    expect(claimed).toMatchObject([
      { attemptCount: 1, attemptsLeft: 8, attempts: [{ at: START }], sequence: 1 },
    ]);
    expect(await stores.deliveries.due(webhook.id, 9, later(29_999))).toEqual([]);
    expect(await stores.deliveries.due(webhook.id, 9, later(30_000))).toHaveLength(1);
    const decision = { status: 'succeeded' } as const;
    await stores.outcomes.record([
      { claimed: claimed[0]!, attempt: { at: START, statusCode: 200 }, decision },
    ]);
    expect(await stores.deliveries.get(webhook.id, draft!.delivery.id)).toMatchObject({
      status: 'succeeded',
      attempts: [{ statusCode: 200 }],
    });
  });

  it('a delivery that was stored before is not claimed by its insert', async () => {
    const webhook = webhookOf();
    const events = eventsOf(webhook, 1);
    await another().insert(draftsOf(webhook, events));
    const claimBy = () => ({ owner: newId(), leaseMs: 30_000, now: later(0) });
    const again = draftsOf(webhook, events).map((draft) => ({ ...draft, claimBy }));
    expect(await another().insert(again)).toEqual([]);
  });
});
