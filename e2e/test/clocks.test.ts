import { rmSync } from 'node:fs';
import type {
  Delivery,
  Import,
  ImportSource,
  Listing,
  Page,
  Property,
  Target,
  TimelinePage,
  ViolationReport,
} from '@estate/contracts';
import { portName, serviceNames } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import { connectMongo } from '@estate/persistence';
import type { Database, Filter } from '@estate/persistence';
import { runRek } from '@estate/rek';
import { apiClient, demoAttachments } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyInput, targetInput } from './support/data.ts';
import { estateSoftwareOf } from './support/estate-software.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';
import { hasFaketime, wrongClocks } from './support/wrong-clocks.ts';

const AHEAD_HOURS = 2;
/** A lease that ends so early is believed; one that ends more than an hour ahead counts as over, whatever clock made it. */
const AHEAD_OF_LEASES_HOURS = 0.5;
const PROPERTIES = 6;
const HOOK = 'clocks';
/** A portal user of its own for the listing with planned times. */
const PLANNED_USER = 2;
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Held {
  collection: string;
  held: Filter<object>;
  /** Gives the service more to do. */
  feed?: () => Promise<void>;
}

const HELD = { 'lease.until': { $exists: true } };
/** Where a service keeps the leases of its work. The gateway and the inbox hold theirs too briefly to be stopped with one. */
const LEASES: Partial<Record<ServiceName, Held>> = {
  catalog: { collection: 'properties', held: HELD, feed: addProperty },
  distribution: { collection: 'targets', held: HELD, feed: addProperty },
  importer: { collection: 'import-queues', held: HELD, feed: exportAgain },
  notifier: { collection: 'deliveries', held: HELD, feed: sendTest },
};

/** What was asked for, in both rounds. */
const asked = { listings: [] as string[], exports: 0, mails: 0 };

/** Services beside each other are ahead and behind. */
const aheadOf = (name: ServiceName, hours: number): number =>
  serviceNames.indexOf(name) % 2 === 0 ? hours : -hours;

const clocks = wrongClocks();
let world: OwnWorld;
let sandbox: Sandbox;
let customer: CustomerAccount;
let source: ImportSource;
let webhookId: string;
let targets: Target[];
const databases = new Map<ServiceName, Database>();

const childOf = (name: ServiceName) => {
  const child = world.stack.children.get(name);
  if (!child) throw new Error(`the stack runs no ${name}`);
  return child;
};

const setBehaviour = (behaviour: object) =>
  fetch(`${world.stack.receiverUrl}/api/hooks/${HOOK}/behaviour`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });

const dropMail = () =>
  fetch(`${world.stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      to: `${targets[0]?.emailId ?? ''}@${world.stack.inboxDomain}`,
      document: 'windows1252',
    }),
  });

async function offsetOf(name: ServiceName): Promise<number | undefined> {
  const port = world.stack.settings.ports[portName(name, 'internal')];
  const answer = await fetch(`http://127.0.0.1:${String(port)}/readyz`);
  return ((await answer.json()) as { details: { clockOffsetSeconds?: number } }).details.clockOffsetSeconds;
}

/** The minutes by which the clock of each service differs, as an operator reads them. */
async function minutesSaid(): Promise<Record<string, number>> {
  const said = (await doctor()).matchAll(/clock of (\S+)[^\n]*wrong[^\n]*differs by (-?\d+) s/g);
  return Object.fromEntries(
    [...said].map(([, name = '', seconds]) => [name, Math.round(Number(seconds) / 60)]),
  );
}

async function doctor(): Promise<string> {
  let said = '';
  const { apiUrl, operatorToken, settings, mongoUri } = world.stack;
  const placeOf = (name: ServiceName) =>
    `${name}=http://127.0.0.1:${String(settings.ports[portName(name, 'internal')])}`;
  await runRek(['doctor'], {
    environment: {
      REK_URL: apiUrl,
      OPERATOR_TOKEN: operatorToken,
      MONGODB_URI: mongoUri,
      REK_SERVICES: serviceNames.map(placeOf).join(),
    },
    out: (text) => (said += text),
    err: (text) => (said += text),
  });
  return said;
}

/** Ends a service at once, while it holds a lease: it stands still while somebody looks whether it does. */
async function killWhileItWorks(name: ServiceName): Promise<void> {
  const child = childOf(name);
  const lease = LEASES[name];
  const database = databases.get(name);
  const isHeld = async () =>
    !lease || !database || (await database.db.collection(lease.collection).findOne(lease.held)) !== null;
  const look = async () => {
    await lease?.feed?.();
    if (child.pid === undefined) throw new Error(`${name} is not running`);
    process.kill(child.pid, 'SIGSTOP');
    const isWorking = await isHeld();
    if (isWorking) await child.kill();
    else process.kill(child.pid, 'SIGCONT');
    return isWorking;
  };
  await until({ what: `${name} to hold a lease`, look, good: (isWorking) => isWorking });
}

/** By how much services are ahead and behind. */
let aheadHours = AHEAD_HOURS;

/** Starts the services whose clocks are not so yet. */
async function startAhead(hours: number): Promise<void> {
  const others = aheadHours === hours ? [] : serviceNames;
  aheadHours = hours;
  await Promise.all(others.map((name) => childOf(name).stop()));
  for (const name of others) clocks.set(name, aheadOf(name, hours));
  await Promise.all(others.map((name) => childOf(name).start()));
}

beforeAll(async () => {
  if (!hasFaketime()) return;
  for (const name of serviceNames) clocks.set(name, aheadOf(name, aheadHours));
  world = await ownWorld('its services run with wrong clocks and are killed', {}, clocks.environments);
  sandbox = sandboxOf(world.stack);
  customer = await world.account('Clocks');
  for (const name of serviceNames) {
    const about = { uri: world.stack.mongoUri, database: world.databaseOf(name), log: QUIET };
    databases.set(name, await connectMongo(about));
  }
  const events = ['publication.succeeded', 'publication.failed', 'request.created'] as const;
  webhookId = (await sandbox.hook(customer.api, HOOK, events)).id;
  targets = [
    await customer.api.post<Target>('/targets', targetInput(world.stack, 0)),
    await customer.api.post<Target>('/targets', targetInput(world.stack, 1)),
  ];
  source = await customer.api.post<ImportSource>('/import-sources', { name: 'Office', targetIds: [] });
  const software = estateSoftwareOf(world.stack);
  await software.connect(source);
}, START_TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([...databases.values()].map((database) => database.close()));
  await world?.close();
  rmSync(clocks.directory, { recursive: true });
});

async function addProperty(): Promise<void> {
  const { api } = customer;
  const attachments = demoAttachments(world.stack.filesUrl);
  const externalId = `CLOCK-${String(asked.listings.length)}`;
  const property = await api.post<Property>('/properties', propertyInput({ externalId, attachments }));
  for (const { id: targetId } of targets) {
    const { id } = await api.post<Listing>('/listings', { propertyId: property.id, targetId });
    asked.listings.push(id);
  }
}

const imports = async () =>
  (await customer.api.get<Page<Import>>(`/imports?sourceId=${source.id}&limit=100`)).data;

async function sendTest(): Promise<void> {
  await customer.api.post(`/webhooks/${webhookId}/test`, { event: 'publication.failed' });
}

/** Exports the stock unless an import is under way. */
async function exportAgain(): Promise<void> {
  const ended = (await imports()).filter(({ state }) => state === 'finished');
  if (ended.length < asked.exports) return;
  await estateSoftwareOf(world.stack).export('VOLL');
  asked.exports += 1;
}

/** Work for every service, of which each takes a while. */
async function beginWork(): Promise<void> {
  await setBehaviour({ delayMs: 1000 });
  await sandbox.fault({ slowMs: 20 });
  for (let number = 0; number < PROPERTIES; number += 1) {
    await addProperty();
    await dropMail();
    asked.mails += 1;
  }
}

/** A planned time that comes while the test runs. */
const soon = (ms = 10_000) => new Date(Date.now() + ms).toISOString();

async function killAndStart(name: ServiceName, aheadHours: number): Promise<void> {
  await childOf(name).kill();
  clocks.set(name, aheadHours);
  await childOf(name).start();
}

const isShown = async (id: string) => (await customer.api.get<Listing>(`/listings/${id}`)).published;
const notShown = async (ids: readonly string[]): Promise<string[]> => {
  const shown = await Promise.all(ids.map(isShown));
  return ids.filter((_, index) => shown[index] !== true);
};

describe.skipIf(!hasFaketime())('services on machines whose clocks are wrong', () => {
  it.each([AHEAD_HOURS, -AHEAD_HOURS, AHEAD_OF_LEASES_HOURS, -AHEAD_OF_LEASES_HOURS])(
    'services that are ahead and behind (by %d hours) and are killed while they hold leases leave nothing that waits',
    { timeout: START_TIMEOUT_MS },
    async (hours) => {
      await startAhead(hours);
      for (const name of serviceNames)
        expect(Math.round(((await offsetOf(name)) ?? 0) / 60), name).toBe(aheadOf(name, hours) * 60);
      const differences = serviceNames.map((name) => [name, aheadOf(name, hours) * 60]);
      expect(await minutesSaid()).toMatchObject(Object.fromEntries(differences));

      await beginWork();
      for (const name of [
        'importer',
        'catalog',
        'distribution',
        'notifier',
        'inbox',
        'api-gateway',
      ] as const) {
        await killWhileItWorks(name);
        clocks.set(name, 0);
        await childOf(name).start();
      }
      await setBehaviour({});
      await sandbox.clearFaults();

      let open: string[] = asked.listings;
      await until({
        what: 'all listings to be published',
        look: async () => {
          open = await notShown(open);
          // At the end, those that were published before are still so.
          if (open.length === 0) open = await notShown(asked.listings);
          return open;
        },
        good: ({ length }) => length === 0,
      });
      await until({
        what: 'all imports to end',
        look: async () => (await imports()).map(({ state }) => state),
        good: (states) => states.length === asked.exports && states.every((state) => state === 'finished'),
      });
      const wanted = { 'publication.succeeded': asked.listings.length, 'request.created': asked.mails };
      await until({
        what: 'all events to be delivered',
        look: async () => {
          const received = (await sandbox.deliveries(HOOK)).filter(({ duplicate }) => !duplicate);
          return Object.keys(wanted).map((name) => received.filter((one) => one.eventName === name).length);
        },
        good: (counts) => Object.values(wanted).every((count, index) => (counts[index] ?? 0) >= count),
      });
      await until({
        what: 'all deliveries to have ended, also those of tests',
        look: () => customer.api.get<Page<Delivery>>(`/webhooks/${webhookId}/deliveries?status=pending`),
        good: ({ data }) => data.length === 0,
      });
      const signatures = (await sandbox.deliveries(HOOK)).map(({ signature }) => signature);
      expect(new Set(signatures)).toEqual(new Set(['valid']));
      const operator = apiClient(world.stack.apiUrl, world.stack.operatorToken);
      expect((await operator.get<ViolationReport>('/admin/violations')).data).toEqual([]);
      for (const name of serviceNames)
        expect(Math.abs((await offsetOf(name)) ?? Number.NaN), name).toBeLessThan(60);
    },
  );

  it(
    'a listing is on its portal from its planned begin to its planned end, although its service has a wrong clock and is killed meanwhile',
    { timeout: START_TIMEOUT_MS },
    async () => {
      const { api } = customer;
      const username = world.stack.ftpUsers[PLANNED_USER]?.username;
      const { id: targetId } = await api.post<Target>('/targets', targetInput(world.stack, PLANNED_USER));
      const { id: propertyId, externalId } = await api.post<Property>('/properties', propertyInput());
      const publishFrom = soon();
      const times = { publishFrom, publishUntil: soon(3_600_000) };
      const { id } = await api.post<Listing>('/listings', { propertyId, targetId, ...times });
      await killAndStart('distribution', AHEAD_HOURS);
      await until({ what: 'the planned begin', look: () => isShown(id), good: Boolean });
      expect((await sandbox.objects(username)).map(({ number }) => number)).toEqual([externalId]);

      const publishUntil = soon();
      await api.put(`/listings/${id}`, { publishFrom, publishUntil });
      await killAndStart('distribution', -AHEAD_HOURS);
      await until({ what: 'the planned end', look: () => isShown(id), good: (shown) => !shown });
      expect(await sandbox.objects(username)).toEqual([]);
      expect(await api.get<Listing>(`/listings/${id}`)).toMatchObject({
        ...{ state: 'unpublished', unpublishedReason: 'ended', publishFrom, publishUntil },
      });
      const { data } = await api.get<TimelinePage>(`/listings/${id}/timeline?limit=100`);
      const attempts = data.filter((entry) => entry.kind === 'publication_attempt');
      const oldest = (operation: string) => attempts.findLast((one) => one.operation === operation);
      expect(Date.parse(oldest('set')?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(publishFrom));
      expect(Date.parse(oldest('delete')?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(publishUntil));
      expect(attempts.filter(({ operation }) => operation === 'delete')).toHaveLength(1);
    },
  );
});
