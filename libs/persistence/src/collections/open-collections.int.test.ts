import { describe, expect, it } from 'vitest';
import { Auditor } from '../audit/auditor.ts';
import { forgottenInTime } from '../audit/audit-looks.ts';
import { createMetrics } from '@estate/observability';
import { defineCollection } from './define-collection.ts';
import { newId } from '../mongo/ids.ts';
import { applyRules, erasePersonFrom, openCollections } from './open-collections.ts';
import { addressesIn, personKeysOf } from './person-keys.ts';
import { quiet } from '../mongo/quiet.fixture.ts';
import { namedIn } from '../audit/references.ts';
import { reseal } from '../secrets/reseal.ts';
import { sealsOpen } from '../secrets/seals-open.ts';
import { useDatabase } from '../use-database.fixture.ts';
import { WaitingWork } from '../work/waiting-work.ts';
import { dueIndex } from '../queue/work-queue.ts';
import type { Collection } from 'mongodb';

interface Agent {
  _id: string;
  accountId: string;
}

/** A person who looks at a property. */
interface Viewing extends Agent {
  agentId: string;
  visitor: string;
  personKeys: string[];
  codes: { sealed: string }[];
  expiresAt: Date;
}

interface Parts {
  agents: Collection<Agent>;
}

const NOW = new Date();
const DAY_MS = 86_400_000;
const database = useDatabase();

/** Nothing else in this file says anything about viewings. */
const collections = {
  agents: defineCollection<Agent>({
    name: 'agents',
    indexes: [{ key: { accountId: 1 }, name: 'account' }],
    account: { kind: 'others' },
    person: { none: 'Agents are no prospects.' },
    exportedAs: ['user'],
  }),
  viewings: defineCollection<Viewing, Parts>({
    name: 'viewings',
    indexes: [
      { key: { accountId: 1, _id: 1 }, name: 'page' },
      { key: { personKeys: 1 }, name: 'person', sparse: true },
    ],
    shardKey: { accountId: 1 },
    outbox: true,
    ttl: true,
    expiryOf: () => NOW,
    account: { kind: 'requests', mustExist: true },
    person: { keys: ['personKeys'], texts: ({ visitor }) => [visitor] },
    exportedAs: ['request'],
    sealed: ['codes.sealed'],
    found: { kind: 'viewing', fields: { accountId: 1 }, describe: ({ accountId }) => ({ accountId }) },
    references: ({ agents }) => [
      {
        fields: ['agentId'],
        namedBy: ({ agentId }) => agentId,
        find: namedIn(agents),
        wrong: { name: 'viewings-have-an-agent', meaning: 'Nobody comes.', advice: 'Send somebody.' },
      },
    ],
  }),
};

const vaultOf = (key: string) => ({
  seal: (text: string, id: string) => `v1.${key}.${id}.${text}`,
  open: (sealed: string, id: string) => {
    const [, , owner, text = ''] = sealed.split('.');
    if (owner !== id) throw new Error('sealed for another document');
    return text;
  },
  needsReseal: (sealed: string) => !sealed.startsWith(`v1.${key}.`),
});

async function opened() {
  const { db } = database();
  const open = await openCollections(db, collections);
  for (const docs of Object.values(open.docs)) await (docs as Collection<Agent>).deleteMany({});
  const rules = applyRules(db, collections, { agents: open.docs.agents });
  const arrange = async (accountId: string, visitor: string, agentId?: string): Promise<Viewing> => {
    const agent = { _id: agentId ?? newId(), accountId };
    if (agentId === undefined) await open.docs.agents.insertOne(agent);
    const _id = newId();
    const viewing: Viewing = {
      ...{ _id, accountId, visitor, agentId: agent._id, expiresAt: new Date(NOW.getTime() + DAY_MS) },
      personKeys: personKeysOf(accountId, addressesIn(visitor)),
      codes: [{ sealed: vaultOf('old').seal('4711', _id) }],
    };
    await open.docs.viewings.insertOne(viewing);
    return viewing;
  };
  const idsLeft = async () => (await open.docs.viewings.find().toArray()).map(({ _id }) => _id).toSorted();
  return { db, ...open, ...rules, arrange, idsLeft };
}

describe('a collection with a person in it that is only declared', () => {
  it('its documents are erased with their account', async () => {
    const { accountEraser, arrange, idsLeft } = await opened();
    const [mine, other] = [newId(), newId()];
    await arrange(mine, 'Anna <anna@example.org>');
    const kept = await arrange(other, 'Anna <anna@example.org>');
    expect(await accountEraser.erase({ accountId: mine, closingId: mine, requestedAt: NOW })).toBe(true);
    expect(await accountEraser.erased(mine)).toMatchObject({ requests: 1, others: 1 });
    expect(await idsLeft()).toEqual([kept._id]);
  });

  it('its documents are erased with the person whom they name, and only in the account that asks', async () => {
    const { db, arrange, idsLeft } = await opened();
    const [mine, other] = [newId(), newId()];
    await arrange(mine, 'Anna <Anna@Example.org>');
    const kept = [await arrange(mine, 'Berta <berta@example.org>'), await arrange(other, 'anna@example.org')];
    const person = { accountId: mine, erasureId: newId(), email: 'anna@example.org' };
    expect(await erasePersonFrom(db, collections, { person, deps: {} })).toBe(false);
    expect(await erasePersonFrom(db, collections, { person, deps: {} })).toBe(true);
    expect(await idsLeft()).toEqual(kept.map(({ _id }) => _id).toSorted());
  });

  it('its secrets are sealed with the new key, also those in lists', async () => {
    const { sealed, docs, arrange } = await opened();
    const { _id } = await arrange(newId(), 'anna@example.org');
    expect(await reseal(sealed, vaultOf('new'))).toMatchObject({ examined: 1, resealed: 1 });
    expect(await docs.viewings.findOne({ _id })).toMatchObject({ codes: [{ sealed: `v1.new.${_id}.4711` }] });
  });

  it('its references, expiries, secrets and messages are audited', async () => {
    const { db, docs, sealed, invariants, arrange } = await opened();
    const auditing = { metrics: createMetrics('test'), log: quiet, clock: () => NOW, everyMs: 60_000 };
    const all = [...invariants, ...forgottenInTime(db), ...sealsOpen(sealed, vaultOf('old'))];
    const auditor = new Auditor({ invariants: all, ...auditing });
    const accountId = newId();
    await arrange(accountId, 'anna@example.org');
    expect(await auditor.violations()).toEqual([]);
    const { _id } = await arrange(accountId, 'berta@example.org', newId());
    const late = { at: new Date(NOW.getTime() - DAY_MS) };
    const damage = { codes: [{ sealed: 'v1.old.another.4711' }], outbox: [late] };
    await docs.viewings.updateOne({ _id }, { $set: damage as object, $unset: { expiresAt: '' } });
    const found = await auditor.violations();
    expect(found.map(({ promise, ids }) => [promise, ids])).toEqual(
      expect.arrayContaining(
        ['have-an-agent', 'have-an-expiry', 'outbox-sent', 'seals-open'].map((one) => [
          `viewings-${one}`,
          [_id],
        ]),
      ),
    );
    const forgotten = all.find(({ name }) => name === 'viewings-forgotten-in-time');
    const later = new Date(NOW.getTime() + 2 * DAY_MS);
    expect(await forgotten?.broken({ now: later })).toHaveLength(1);
  });

  it('its documents are found by operators, and their messages and accounts are known', async () => {
    const { finder, outboxes, ofAccounts, arrange } = await opened();
    const { _id, accountId } = await arrange(newId(), 'anna@example.org');
    expect(await finder.find(_id)).toEqual([{ kind: 'viewing', id: _id, accountId }]);
    expect([...outboxes, ...ofAccounts].map(({ collectionName }) => collectionName)).toEqual([
      'viewings',
      'viewings',
    ]);
  });
});

describe('a collection whose documents wait', () => {
  interface Order extends Agent {
    work?: { dueAt: Date };
  }
  const orders = {
    orders: defineCollection<Order>({
      name: 'orders',
      indexes: [dueIndex('work.dueAt')],
      account: { none: 'A test.' },
      person: { none: 'A test.' },
      exportedAs: { none: 'A test.' },
      waiting: { work: 'orders', dueAt: 'work.dueAt' },
    }),
  };

  it('a collection whose documents wait shows how many are due of each account, and since when', async () => {
    const { db } = database();
    const { docs, waiting } = await openCollections(db, orders);
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    const order = (accountId: string, seconds?: number) => ({
      _id: newId(),
      accountId,
      ...(seconds !== undefined && { work: { dueAt: at(seconds) } }),
    });
    await docs.orders.insertMany([
      order('a', -5),
      order('a', -60),
      order('a', 60),
      order('a'),
      order('b', 0),
    ]);
    expect(await waiting.byAccount(NOW)).toEqual({
      data: [
        { accountId: 'a', work: 'orders', count: 2, oldestDueAt: at(-60) },
        { accountId: 'b', work: 'orders', count: 1, oldestDueAt: at(0) },
      ],
      isLimited: false,
    });
    const rule = {
      docs: db.collection<Order>('orders') as never,
      rule: { work: 'orders', dueAt: 'work.dueAt' },
    };
    expect(await new WaitingWork([rule], 2).byAccount(NOW)).toMatchObject({ isLimited: true });
  });
});
