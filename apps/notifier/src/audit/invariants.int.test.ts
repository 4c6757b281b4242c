import { createMetrics } from '@estate/observability';
import { Auditor, newId, reseal, sealsOpen } from '@estate/persistence';
import type { AuditorOptions, Invariant } from '@estate/persistence';
import { accountsExist } from '@estate/runtime';
import {
  auditorOf,
  endless,
  everyDamage,
  everyDocument,
  everyRepair,
  fakeAccounts,
  fakeNamed,
  unforgotten,
} from '@estate/testing';
import { createVault, parseVaultKeys } from '@estate/vault';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../domain/event.ts';
import { FAILING_MS_MAX, liveKeys } from '../domain/webhook.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import { deliveryOf, eventOf, log, openTestStores, webhookOf } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { referencesElsewhere } from './references.ts';
import { jumpSequences } from '../webhooks/jump-sequences.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
let stores: TestStores;
let auditor: Auditor;
/** An hour later, when nothing of the tests is on its way any more. */
let later: Auditor;
let ofLater: AuditorOptions;
let names: string[];
let invariants: Invariant[];
const accounts = fakeAccounts();
/** The owner of the targets that the webhooks of a test name. */
const ACCOUNT = newId();
const named = fakeNamed(ACCOUNT);
beforeAll(async () => {
  stores = await openTestStores();
  invariants = [
    ...stores.invariants,
    ...referencesElsewhere({ bus: named.bus, docs: stores.docs }),
    ...accountsExist(accounts.ask, stores),
  ];
  names = invariants.map(({ name }) => name);
  const optionsAt = (clock: () => Date) => ({
    ...{ invariants, metrics: createMetrics('test'), log, clock, everyMs: 60_000 },
  });
  auditor = new Auditor(optionsAt(() => now));
  ofLater = optionsAt(() => new Date(Date.now() + HOUR_MS));
  later = new Auditor(ofLater);
});
afterEach(async () => {
  for (const { name } of await stores.database.db.listCollections({}, { nameOnly: true }).toArray())
    if (!name.startsWith('audit-')) await stores.database.db.collection(name).deleteMany({});
});
afterAll(() => stores.close());

const broken = async () =>
  (await auditor.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));

async function plantDelivery(webhook = webhookOf()): Promise<{ id: string; remove: () => Promise<unknown> }> {
  const event = eventOf(webhook.accountId);
  const delivery = deliveryOf(webhook, event);
  await stores.webhooks.insert(webhook);
  await stores.events.insertOnce([event]);
  await stores.insertDeliveries([delivery]);
  const docs = stores.database.db.collection<{ _id: string }>('deliveries');
  await docs.updateOne({ _id: delivery.id }, { $set: { nextAttemptAt: daysAgo(1) } });
  const remove = () => docs.deleteOne({ _id: delivery.id });
  return { id: delivery.id, remove };
}

describe('the auditor of the notifier', () => {
  it('the auditor of the notifier finds nothing in healthy data, which includes a queue for a failing receiver', async () => {
    const { remove } = await plantDelivery(webhookOf({ failingSince: daysAgo(1), lastFailureAt: now }));
    expect(await broken()).toEqual([]);
    await remove();
  });

  it('the auditor of the notifier counts overdue deliveries to working receivers', async () => {
    const { id, remove } = await plantDelivery();
    expect(await broken()).toEqual([{ promise: 'deliveries-attempted-in-time', count: 1, ids: [id] }]);
    await remove();
    expect(await broken()).toEqual([]);
  });

  it('the auditor of the notifier finds nothing in a queue whose limit is used up, and counts it when its slots are left unused', async () => {
    const minutesAgo = (minutes: number) => now.getTime() - minutes * 60_000;
    const busy = await plantDelivery(webhookOf({ maxDeliveriesPerSecond: 1, nextSlotMs: minutesAgo(1) }));
    const idle = await plantDelivery(webhookOf({ maxDeliveriesPerSecond: 1, nextSlotMs: minutesAgo(20) }));
    expect(await broken()).toEqual([{ promise: 'deliveries-attempted-in-time', count: 1, ids: [idle.id] }]);
    for (const { remove } of [busy, idle]) await remove();
  });

  it('the auditor of the notifier finds an overdue delivery to a working receiver behind any number of deliveries to a failing one', async () => {
    const failing = webhookOf({ failingSince: daysAgo(1), lastFailureAt: now });
    const queue = await plantDelivery(failing);
    const docs = stores.database.db.collection<{ _id: string }>('deliveries');
    const { sequence: _unique, ...one } = (await docs.findOne({ _id: queue.id })) as DeliveryDoc;
    const more = Array.from({ length: 1000 }, () => ({ ...one, _id: newId(), eventId: newId() }));
    await docs.insertMany(more);
    const events = stores.database.db.collection<{ _id: string }>('events');
    const [event] = await events.find().toArray();
    await events.insertMany(more.map(({ eventId }) => ({ ...event, _id: eventId })));
    const late = await plantDelivery();
    expect(await broken()).toEqual([{ promise: 'deliveries-attempted-in-time', count: 1, ids: [late.id] }]);
    await docs.deleteMany({});
  });

  it('the auditor of the notifier counts bulk resends that no worker processes', async () => {
    const docs = stores.database.db.collection<{ _id: string }>('resends');
    const running = { _id: newId(), status: 'running', createdAt: daysAgo(1), expiresAt: daysAgo(-1) };
    const held = { until: new Date(now.getTime() + 60_000) };
    await docs.insertMany([running, { ...running, _id: newId(), lease: held }] as { _id: string }[]);
    expect(await broken()).toEqual([{ promise: 'resends-go-on', count: 1, ids: [running._id] }]);
    await docs.deleteMany({});
  });

  it('the auditor of the notifier counts webhooks without a signing key, and active webhooks that have failed for too long', async () => {
    const keyless = webhookOf({ signingKeys: [] });
    const since = new Date(now.getTime() - FAILING_MS_MAX - DAY_MS);
    const failing = webhookOf({ failingSince: since, lastFailureAt: daysAgo(1) });
    for (const webhook of [keyless, failing, { ...keyless, id: newId(), deletedAt: now }]) {
      await stores.webhooks.insert(webhook);
    }
    expect(await broken()).toEqual([
      { promise: 'webhooks-have-a-signing-key', count: 1, ids: [keyless.id] },
      { promise: 'failing-webhooks-are-disabled', count: 1, ids: [failing.id] },
    ]);
    const docs = stores.database.db.collection<{ _id: string }>('webhooks');
    await docs.deleteMany({ _id: { $in: [keyless.id, failing.id] } });
    expect(await broken()).toEqual([]);
  });
});

const NEVER = new Date('2099-01-01T00:00:00.000Z');
const HOUR_LATER = () => new Date(Date.now() + HOUR_MS);

interface Sent {
  webhook: StoredWebhook;
  events: StoredEvent[];
  /** The ids of the deliveries, in the order of their numbers. */
  ids: string[];
}

/** A webhook with deliveries that arrived. */
async function plantSent(count: number, fields: Partial<StoredWebhook> = {}): Promise<Sent> {
  const webhook = webhookOf(fields);
  await stores.webhooks.insert(webhook);
  const events = Array.from({ length: count }, () => eventOf(webhook.accountId));
  await stores.events.insertOnce(events);
  const deliveries = events.map((event) => {
    const { nextAttemptAt: _none, ...delivery } = deliveryOf(webhook, event);
    return { ...delivery, status: 'succeeded' as const, createdAt: new Date() };
  });
  await stores.insertDeliveries(deliveries);
  await stores.webhooks.rememberSequences(stores.intake.takeUnsaved());
  return { webhook, events, ids: deliveries.map(({ id }) => id) };
}

const docsOf = <T extends object = DeliveryDoc>(name = 'deliveries') =>
  stores.database.db.collection<T & { _id: string }>(name);
const change = (id: string, update: object, name = 'deliveries') =>
  docsOf(name).updateOne({ _id: id }, update);
const drop = async (id: string, name = 'deliveries') => void (await docsOf(name).deleteOne({ _id: id }));

interface Damage {
  plant: () => Promise<string>;
  isRepairable: boolean;
  /** A repair does what is possible, which is nothing here. */
  isLeft?: true;
}

const found = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: false });
const left = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: true, isLeft: true });
const repaired = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: true });

async function insert(collection: string, fields: object): Promise<string> {
  const _id = newId();
  await docsOf(collection).insertOne({
    _id,
    expiresAt: HOUR_LATER(),
    attempts: [],
    attemptCount: 0,
    ...fields,
  } as never);
  return _id;
}

/** One delivery that arrived, changed; its webhook is returned. */
async function queueWith(update: object, fields: Partial<StoredWebhook> = {}): Promise<string> {
  const { webhook, ids } = await plantSent(1, fields);
  await change(ids[0]!, update);
  return webhook.id;
}

/** An event, or its delivery, that names something of another account. */
const linked = (name: string, field: string): Damage =>
  found(async () => {
    const { ids, events } = await plantSent(1, { accountId: ACCOUNT });
    const id = name === 'events' ? events[0]!.id : ids[0]!;
    await change(id, { $set: { [field]: named.set(newId(), { accountId: newId() }) } }, name);
    return id;
  });

/** Damages that an operator could do by hand, by the invariant that finds them. */
const damages: Record<string, Damage> = {
  'deliveries-attempted-in-time': found(async () => {
    const { ids } = await plantSent(1);
    await change(ids[0]!, { $set: { status: 'pending', nextAttemptAt: daysAgo(1), attemptsLeft: 3 } });
    return ids[0]!;
  }),
  'resends-go-on': found(() => insert('resends', { status: 'running', createdAt: daysAgo(1) })),
  'resend-leases-end': repaired(() =>
    insert('resends', { status: 'running', createdAt: HOUR_LATER(), lease: { owner: 'a', until: NEVER } }),
  ),
  'webhooks-have-a-signing-key': found(async () => (await plantSent(0, { signingKeys: [] })).webhook.id),
  'failing-webhooks-are-disabled': found(async () => {
    const failingSince = new Date(now.getTime() - FAILING_MS_MAX - DAY_MS);
    return (await plantSent(0, { failingSince, lastFailureAt: daysAgo(1) })).webhook.id;
  }),
  'webhook-slots-are-near': repaired(
    async () => (await plantSent(0, { maxDeliveriesPerSecond: 5, nextSlotMs: NEVER.getTime() })).webhook.id,
  ),
  'deliveries-due-within-schedule': repaired(() =>
    queueWith({ $set: { status: 'pending', nextAttemptAt: NEVER } }),
  ),
  'pending-deliveries-are-due': repaired(() =>
    queueWith({ $set: { status: 'pending' }, $unset: { nextAttemptAt: '' } }),
  ),
  'deleted-webhooks-leave-no-deliveries': repaired(() =>
    queueWith({ $set: { status: 'held' } }, { deletedAt: daysAgo(1) }),
  ),
  'delivery-numbers-have-no-gaps': left(async () => {
    const { ids, events } = await plantSent(3);
    await drop(ids[1]!);
    await drop(events[1]!.id, 'events');
    return ids[2]!;
  }),
  'deliveries-have-their-event': found(async () => {
    const { ids, events } = await plantSent(2);
    await drop(events[1]!.id, 'events');
    return ids[1]!;
  }),
  'deliveries-have-a-webhook': repaired(async () => {
    const { webhook, ids } = await plantSent(1);
    await change(ids[0]!, { $set: { status: 'held' } });
    await drop(webhook.id, 'webhooks');
    return ids[0]!;
  }),
  'events-have-their-deliveries': repaired(async () => {
    const { ids, events } = await plantSent(3);
    await drop(ids[2]!);
    return events[2]!.id;
  }),
  'deliveries-and-events-share-an-account': found(async () => {
    const { ids } = await plantSent(1, { updatedAt: new Date() });
    const event = eventOf(newId());
    await stores.events.insertOnce([event]);
    await change(ids[0]!, { $set: { eventId: event.id } });
    return ids[0]!;
  }),
  'deliveries-and-webhooks-share-an-account': found(async () => {
    const { webhook, ids } = await plantSent(1);
    const { events } = await plantSent(1);
    await change(ids[0]!, { $set: { accountId: events[0]!.accountId, eventId: events[0]!.id } });
    await change(webhook.id, { $set: { updatedAt: new Date() } }, 'webhooks');
    return ids[0]!;
  }),
  'resends-and-webhooks-share-an-account': found(async () => {
    const { webhook } = await plantSent(0);
    return insert('resends', { webhookId: webhook.id, accountId: newId(), status: 'finished' });
  }),
  'deliveries-count-their-attempts': repaired(async () => {
    const { ids } = await plantSent(1);
    await change(ids[0]!, { $set: { attempts: [{ at: now }, { at: now }], attemptCount: 1 } });
    return ids[0]!;
  }),
  'filters-name-existing-targets': found(async () => {
    const targetIds = [newId(), named.set(newId(), { accountId: ACCOUNT, isDeleted: true })];
    return (await plantSent(0, { accountId: ACCOUNT, filter: { targetIds } })).webhook.id;
  }),
  'events-and-webhooks-share-an-account': found(async () => {
    const { webhook } = await plantSent(0);
    return insert('events', { accountId: newId(), aboutWebhookId: webhook.id });
  }),
  ...Object.fromEntries(
    ['events', 'deliveries'].flatMap((name) => [
      [`${name}-and-properties-share-an-account`, linked(name, 'propertyId')],
      [`${name}-and-listings-share-an-account`, linked(name, 'listingId')],
    ]),
  ),
  'notices-attempted-in-time': found(() => insert('notices', { nextAttemptAt: daysAgo(1) })),
  'notices-due-within-schedule': repaired(() => insert('notices', { nextAttemptAt: NEVER })),
  'webhooks-outbox-sent': found(async () => {
    const { webhook } = await plantSent(0);
    const unsent = { id: newId(), subject: 'event.x.y', accountId: newId(), requestId: 'r', data: {} };
    await change(webhook.id, { $set: { outbox: [{ ...unsent, at: daysAgo(1) }] } }, 'webhooks');
    return webhook.id;
  }),
  ...Object.fromEntries(
    ['deliveries', 'resends', 'notices'].map((name) => [
      `${name}-have-an-expiry`,
      repaired(() => insert(name, { createdAt: daysAgo(1), expiresAt: null })),
    ]),
  ),
  'events-have-an-expiry': repaired(async () => {
    const { events } = await plantSent(1);
    await docsOf('events').updateOne({ _id: events[0]!.id }, { $unset: { expiresAt: '' } });
    return events[0]!.id;
  }),
  'webhooks-have-an-account': left(
    async () => (await plantSent(0, { accountId: accounts.addUnknown() })).webhook.id,
  ),
  'events-have-an-account': left(async () => {
    const event = eventOf(accounts.addUnknown());
    await stores.events.insertOnce([event]);
    return event.id;
  }),
};

describe('damages made by hand in the notifier', () => {
  it('a look before the damages begins the walks', async () => {
    expect(await auditor.violations()).toEqual([]);
  });

  for (const [name, { plant, isRepairable, isLeft }] of Object.entries(damages)) {
    const isRepaired = isRepairable && !isLeft;
    it(`violations of ${name} are found, ${isRepaired ? 'and repaired' : 'with what a person does'}`, async () => {
      await plantSent(2);
      const id = await plant();
      const own = auditorOf(ofLater, [name]);
      expect(await own.violations()).toMatchObject([{ promise: name, count: 1, ids: [id], isRepairable }]);
      const { data } = await own.repair({ isDryRun: false });
      expect(data).toMatchObject([{ promise: name, repaired: isRepaired ? [id] : [] }]);
      if (isRepaired) expect(await own.violations()).toEqual([]);
    });
  }

  it('damages of all kinds at once in the notifier are all found, and a repair of all breaks nothing else', async () => {
    // The time of an event follows from its expiry; deliveries that are missing are created also of an event that names what is foreign.
    const all = await everyDamage(damages, {
      ...ofLater,
      except: /^events-have-an-expiry$|-and-(properties|listings)-/,
    });
    expect(all).toEqual({ unfound: [], unrepaired: [], broken: [] });
  });

  it('a signing key that was sealed with an unknown key is found with its webhook, as are keys of another type', async () => {
    const vault = createVault(parseVaultKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`));
    const invariants = sealsOpen(stores.sealed, vault);
    const clock = () => now;
    const seals = new Auditor({ invariants, metrics: createMetrics('test'), log, clock, everyMs: 60_000 });
    const webhook = webhookOf();
    const seal = (id: string) => [{ sealed: vault.seal('key', id), since: now }];
    const ids = [newId(), newId(), newId()].toSorted();
    const [healthy = '', lost = '', damaged = ''] = ids;
    for (const id of ids) await stores.webhooks.insert({ ...webhook, id, signingKeys: seal(id) });
    expect(await seals.violations()).toEqual([]);
    const unknown = vault.seal('key', lost).replace('v1.k1.', 'v1.k9.');
    await change(lost, { $set: { signingKeys: [{ sealed: unknown, since: now }] } }, 'webhooks');
    await change(damaged, { $set: { signingKeys: 'gone' } }, 'webhooks');
    expect(await seals.violations()).toMatchObject([
      { promise: 'webhooks-seals-open', ids: [lost, damaged], isRepairable: false },
    ]);
    expect(healthy).not.toBe('');
  });

  it('documents of the notifier that never expire are found in every collection that lets others expire, and repaired', async () => {
    const { planted, found: kept, left: unrepaired } = await endless(stores.database.db, stores.endingLater);
    expect(kept).toEqual(planted);
    expect(unrepaired).toEqual([]);
    expect(Object.keys(planted)).toContain('account-erasures-have-an-expiry');
  });

  it('documents of the notifier that expired and are still stored are found in every collection that lets them expire', async () => {
    const { planted, found: unremoved } = await unforgotten(stores.database.db);
    expect(unremoved).toEqual(planted);
    expect(Object.keys(planted)).toEqual(
      expect.arrayContaining(['deliveries-forgotten-in-time', 'webhooks-forgotten-in-time']),
    );
  });

  it('the damages made by hand cover every invariant of the notifier', () => {
    expect(Object.keys(damages).toSorted()).toEqual(names.toSorted());
  });

  const numbersOf = async ({ id: webhookId }: StoredWebhook) => {
    const docs = await docsOf().find({ webhookId }).sort({ sequence: 1 }).toArray();
    return docs.map(({ sequence, eventId }) => [sequence, eventId]);
  };

  it('a delivery that is missing between others is created again under its number', async () => {
    const { webhook, events, ids } = await plantSent(4);
    await drop(ids[1]!);
    expect((await later.violations()).map(({ promise }) => promise).toSorted()).toEqual([
      'delivery-numbers-have-no-gaps',
      'events-have-their-deliveries',
    ]);
    await later.repair({ isDryRun: false });
    expect(await later.violations()).toEqual([]);
    expect(await numbersOf(webhook)).toEqual(events.map(({ id }, index) => [index + 1, id]));
    expect(await docsOf().findOne({ eventId: events[1]!.id })).toMatchObject({ status: 'pending' });
  });

  it('deliveries whose numbers are not certain are not created', async () => {
    const { webhook, ids } = await plantSent(5);
    await drop(ids[1]!);
    await drop(ids[2]!);
    const before = await numbersOf(webhook);
    const { data } = await later.repair({ isDryRun: false });
    expect(data.flatMap(({ repaired: done }) => done)).toEqual([]);
    expect(await numbersOf(webhook)).toEqual(before);
  });

  it('a delivery may wait as long as the schedule of its webhook says, and no longer', async () => {
    const waiting = (hours: number) => ({
      $set: { status: 'pending', attemptsLeft: 1, nextAttemptAt: new Date(now.getTime() + hours * HOUR_MS) },
    });
    const own = { retryScheduleSeconds: [30, 3600] };
    await queueWith(waiting(100));
    await queueWith(waiting(2), own);
    // It was queued before the webhook got its own schedule.
    await queueWith({ ...waiting(100), $unset: { waitsSeconds: '' } }, own);
    expect(await broken()).toEqual([]);
    expect(await auditor.repair({ isDryRun: false })).toEqual({ data: [] });
    const tooLate = [await queueWith(waiting(110)), await queueWith(waiting(4), own)].toSorted();
    const [violation, ...others] = await broken();
    expect(others).toEqual([]);
    expect(violation).toMatchObject({ promise: 'deliveries-due-within-schedule', count: 2 });
    expect(violation?.ids.toSorted()).toEqual(tooLate);
    await auditor.repair({ isDryRun: false });
    expect(await broken()).toEqual([]);
    expect(await docsOf().countDocuments({ nextAttemptAt: { $lte: now } })).toBe(2);
  });

  it('deliveries of a healthy system are left untouched by a repair', async () => {
    const { webhook } = await plantSent(3);
    await plantSent(2, { updatedAt: new Date() });
    await plantSent(1, { status: 'paused' });
    await stores.events.insertOnce([eventOf(webhook.accountId)]);
    const { ids } = await plantSent(2);
    await change(ids[0]!, { $set: { status: 'pending', nextAttemptAt: new Date(), attemptsLeft: 2 } });
    const deleted = await plantSent(2, { deletedAt: new Date() });
    await change(deleted.ids[0]!, { $set: { status: 'discarded' } });
    const erased = await plantSent(1);
    await change(erased.ids[0]!, { $set: { isErased: true } });
    await drop(erased.events[0]!.id, 'events');
    // What they name may be gone.
    const outlived = { propertyId: named.set(newId(), undefined), targetId: named.set(newId(), undefined) };
    const { ids: linkedIds, events: linkedEvents } = await plantSent(1, { accountId: ACCOUNT });
    await change(linkedIds[0]!, { $set: outlived });
    await change(linkedEvents[0]!.id, { $set: { ...outlived, aboutWebhookId: newId() } }, 'events');
    const scope = { webhookId: webhook.id, accountId: webhook.accountId, createdAt: new Date() };
    await insert('resends', { ...scope, status: 'finished' });
    await insert('resends', { ...scope, status: 'running', lease: { owner: 'a', until: new Date() } });
    const { db } = stores.database;
    const before = await everyDocument(db);
    expect(await auditor.violations()).toEqual([]);
    expect(await auditor.repair({ isDryRun: false })).toEqual({ data: [] });
    expect(await everyRepair(db, invariants, now)).toEqual([]);
    expect(await everyDocument(db)).toEqual(before);
  });

  it('deliveries after a jump of their numbers have no gap before them, and one that is missing between jumps gets its number back', async () => {
    const { webhook, events, ids } = await plantSent(3);
    const send = async (count: number) => {
      const more = Array.from({ length: count }, () => eventOf(webhook.accountId));
      await stores.events.insertOnce(more);
      const known = (await stores.webhooks.find(webhook.id)) ?? webhook;
      for (const event of more) {
        const { nextAttemptAt: _none, ...delivery } = deliveryOf(known, event);
        const sent = { ...delivery, status: 'succeeded' as const, createdAt: new Date() };
        await stores.intake.insert([{ delivery: sent, webhook: known }]);
      }
    };
    for (let restores = 0; restores < 2; restores += 1) {
      const lost = { lostSince: daysAgo(1), lostUntil: now };
      await jumpSequences({ ...stores, clock: () => now }, { id: newId(), ...lost });
      await send(2);
    }
    const numbers = await numbersOf(webhook);
    expect(numbers.at(-1)?.[0]).toBeGreaterThan(2_000_000);
    expect(await later.violations()).toEqual([]);
    await drop(ids[1]!);
    expect((await later.violations()).map(({ promise }) => promise)).toContain(
      'delivery-numbers-have-no-gaps',
    );
    await later.repair({ isDryRun: false });
    expect(await later.violations()).toEqual([]);
    expect(await numbersOf(webhook)).toEqual(numbers);
    expect(numbers[1]).toEqual([2, events[1]!.id]);
  });

  it('what is left of a closed account is erased by a repair, and nothing of other accounts', async () => {
    const { webhook } = await plantSent(2, { accountId: accounts.addClosed() });
    const { webhook: other } = await plantSent(1);
    const { data } = await later.repair({ invariant: 'webhooks-have-an-account', isDryRun: false });
    expect(data).toMatchObject([{ repaired: [webhook.id], left: 0 }]);
    expect(await later.violations()).toEqual([]);
    expect((await docsOf('webhooks').find().toArray()).map(({ _id }) => _id)).toEqual([other.id]);
    expect(await docsOf().countDocuments()).toBe(1);
  });

  it('deliveries whose event was erased are no violation', async () => {
    const { events } = await plantSent(1);
    await stores.erasedEvents.emptyDeliveries([events[0]!.id]);
    await stores.erasedEvents.remove([events[0]!.id]);
    expect(await later.violations()).toEqual([]);
  });

  it('deliveries that follow expired ones have no gap before them', async () => {
    const { ids, events } = await plantSent(4);
    for (const id of ids.slice(0, 2)) await drop(id);
    for (const { id } of events.slice(0, 2)) await drop(id, 'events');
    expect(await later.violations()).toEqual([]);
  });
});

describe('sealing signing keys with a new key', () => {
  it('sealing signing keys with a new key includes former signing keys, so that the old key can be removed', async () => {
    const oldKey = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
    const newKey = `k2:${Buffer.alloc(32, 9).toString('base64')}`;
    const vaultOf = (keys: string) => createVault(parseVaultKeys(keys));
    await stores.database.db.collection('webhooks').deleteMany({});
    const id = newId();
    const seal = (text: string) => vaultOf(oldKey).seal(text, id);
    const former = { sealed: seal('former'), since: daysAgo(2), until: new Date(now.getTime() + DAY_MS) };
    await stores.webhooks.insert(
      webhookOf({ id, signingKeys: [{ sealed: seal('current'), since: daysAgo(1) }, former] }),
    );
    const both = vaultOf(`${newKey},${oldKey}`);
    expect(await reseal(stores.sealed, both)).toEqual({ examined: 1, resealed: 1, unreadable: [] });
    expect(await reseal(stores.sealed, both)).toEqual({ examined: 1, resealed: 0, unreadable: [] });
    const webhook = await stores.webhooks.find(id);
    const texts = webhook && liveKeys(webhook, now).map(({ sealed }) => vaultOf(newKey).open(sealed, id));
    expect(texts).toEqual(['current', 'former']);
  });
});
