import type { Listing, Page, Property, Target, WebhookInput } from '@estate/contracts';
import { portName } from '@estate/manifests';
import type { Replica } from '@estate/stack';
import { demoAttachments } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBalancer } from './support/balancer.ts';
import type { Balancer } from './support/balancer.ts';
import { contactInput, propertyInput, targetInput } from './support/data.ts';
import { startLoad } from './support/load.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

const HOOK = 'rolling';
const REPLICAS = 3;
const EVENTS = ['property.processing_succeeded', 'publication.succeeded'] as const;
/** A counter of each service that rises with the work it is there for. */
const WORK = {
  'api-gateway': 'http_server_request_duration_seconds_count',
  catalog: 'answers_total',
  distribution: 'answers_total',
  inbox: 'answers_total',
  notifier: 'messages_handled_total',
} as const;
type Name = keyof typeof WORK;
const NAMES = Object.keys(WORK) as Name[];

let world: OwnWorld;
let sandbox: Sandbox;
let gateways: Balancer;
let files: Balancer;
let customer: CustomerAccount;
const replicas = new Map<Name, Replica[]>();

beforeAll(async () => {
  [gateways, files] = await Promise.all([startBalancer(), startBalancer()]);
  world = await ownWorld(
    'every service is replaced',
    { DRAIN_MS: '1000', ASK_TIMEOUT_MS: '30000' },
    { distribution: { CATALOG_INTERNAL_URL: files.url } },
  );
  sandbox = sandboxOf(world.stack);
  customer = await world.account('Rolling');
  await Promise.all(NAMES.map(async (name) => replicas.set(name, await three(name))));
  for (const { apiPort = 0, internalPort } of replicas.get('api-gateway') ?? [])
    gateways.use({ port: apiPort, internalPort });
  for (const { internalPort } of replicas.get('catalog') ?? [])
    files.use({ port: internalPort, internalPort });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await world.close();
  await Promise.all([gateways.close(), files.close()]);
});

async function three(name: Name): Promise<Replica[]> {
  const { children, settings, apiUrl, addReplica } = world.stack;
  const child = children.get(name);
  if (!child) throw new Error(`the stack runs no ${name}`);
  const internalPort = settings.ports[portName(name, 'internal')];
  const first: Replica = { child, internalPort, apiPort: Number(new URL(apiUrl).port) };
  const others = Array.from({ length: REPLICAS - 1 }, () => addReplica(name));
  return [first, ...(await Promise.all(others))];
}

/** One after the other: told to end, and back before the next one's turn. */
async function restartEach(name: Name): Promise<void> {
  for (const { child } of replicas.get(name) ?? []) {
    expect(await child.stop(), `${child.name} ended by itself`).toBe(true);
    await child.start();
  }
}

async function inTurn(names: readonly Name[]): Promise<void> {
  for (const name of names) await restartEach(name);
}

async function workOf({ internalPort }: Replica, counter: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${String(internalPort)}/metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith(`${counter}{`));
  return lines.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Replicas that have done nothing since they were started. */
async function idle(): Promise<string[]> {
  const all = NAMES.flatMap((name) => (replicas.get(name) ?? []).map((replica) => ({ name, replica })));
  const work = await Promise.all(all.map(({ name, replica }) => workOf(replica, WORK[name])));
  return all.flatMap(({ replica }, index) => ((work[index] ?? 0) > 0 ? [] : [replica.child.name]));
}

describe('three replicas of every service behind a balancer', () => {
  it('services are restarted one after the other under load: no call fails, nothing is lost, the work is shared', async () => {
    const { api } = customer;
    await sandbox.hook(api, HOOK, [...EVENTS] satisfies WebhookInput['events']);
    await api.post('/contacts', contactInput);
    const targets = await Promise.all(
      [0, 1, 2].map((user) => api.post<Target>('/targets', targetInput(world.stack, user))),
    );
    const load = startLoad({
      url: gateways.url,
      key: customer.key,
      workers: 3,
      turn: async (call, nth) => {
        const attachments = nth % 5 === 0 ? demoAttachments(world.stack.filesUrl).slice(0, 1) : [];
        const property = await call<Property>('POST', '/properties', propertyInput({ attachments }));
        const targetId = targets[nth % targets.length]?.id ?? '';
        const listing = await call<Listing>('POST', '/listings', { propertyId: property.id, targetId });
        await call<Page<unknown>>('GET', `/requests?limit=1`);
        return { number: property.externalId, property: property.id, listing: listing.id };
      },
    });
    const [own, others] = [NAMES.slice(0, 2), NAMES.slice(2)];
    await Promise.all([inTurn(own), inTurn(others)]);
    await until({ what: 'every replica to have its share', look: idle, good: (names) => names.length === 0 });
    const { calls, failures, made } = await load.stop();
    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(100);
    await until({
      what: 'every listing to be published',
      look: () => api.get<Page<Listing>>('/listings?published=false&limit=100'),
      good: ({ data }) => data.length === 0,
    });
    await until({
      what: 'every event to arrive once',
      look: async () => missing(made, await heard()),
      good: (absent) => absent.length === 0,
    });
    const objects = await sandbox.objects();
    expect(objects.map(({ number }) => number).toSorted()).toEqual(
      made.map(({ number }) => number).toSorted(),
    );
    expect(repeated(await heard())).toEqual([]);
  });
});

interface Made {
  number: string;
  property: string;
  listing: string;
}

/** What each event is about, one entry for each event, however often it was delivered. */
async function heard(): Promise<string[]> {
  const events = new Map((await sandbox.events(HOOK)).map((event) => [event.eventId, event]));
  return [...events.values()].map(({ eventName, eventPayload }) =>
    String(eventName === 'publication.succeeded' ? eventPayload['listingId'] : eventPayload['id']),
  );
}

const missing = (made: readonly Made[], about: readonly string[]): string[] => {
  const told = new Set(about);
  return made.flatMap(({ property, listing }) => [property, listing]).filter((id) => !told.has(id));
};

const repeated = (about: readonly string[]): string[] =>
  about.filter((id, index) => about.indexOf(id) !== index);
