import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Import,
  Lane,
  Listing,
  Page,
  Property,
  RestoreReport,
  Target,
  UnknownObject,
} from '@estate/contracts';
import { markOf } from '@estate/messaging';
import { connectTransport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { runRek } from '@estate/rek';
import { apiClient } from '@estate/stack';
import { hasSwift, startSwift } from '@estate/testing';
import type { Swift } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput, propertyInput, targetInput } from './support/data.ts';
import { documentOf, object, sendPackage } from './support/import-examples.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

const HOOK = 'restored';
const AGAIN = 'Imports that are done again: 1.';
/** A portal whose full transfers take off what they do not contain. */
const EMPTIED = { type: 'wohnungsboerse', user: 0 };
/** One of which that is not known. */
const KEPT = { type: 'immowelt', user: 1 };

let world: OwnWorld;
let sandbox: Sandbox;
let customer: CustomerAccount;
/** Where archives are made, and where they are fetched to. */
let backups: { made: string; fetched: string };
/** The other place of the archives; without it, they stay where they were made. */
let swift: Swift | undefined;
/** Name of its process, and of its directory. */
let database: string;
let backupAt: Date;
let marksAtBackup: number[];

beforeAll(async () => {
  world = await ownWorld('its database is restored from a backup');
  sandbox = sandboxOf(world.stack);
  customer = await world.account('Restored');
  await sandbox.hook(customer.api, HOOK, ['publication.succeeded']);
  backups = { made: join(world.logs, '..', 'made'), fetched: join(world.logs, '..', 'fetched') };
  swift = hasSwift() ? await startSwift() : undefined;
  await swift?.put('backups');
  database = world.stack.children.has('mongod') ? 'mongod' : 'embedded-mongo';
}, START_TIMEOUT_MS);
afterAll(async () => {
  await swift?.stop();
  await world.close();
});

const userOf = (index: number) => world.stack.ftpUsers[index]?.username ?? '';
const titled = (title: string): Record<string, unknown> => {
  const input = propertyInput();
  return { ...input, fields: { ...(input['fields'] as object), title } };
};
const create = (title: string) => customer.api.post<Property>('/properties', titled(title));
const list = ({ id: propertyId }: Property, { id: targetId }: Target) =>
  customer.api.post<Listing>('/listings', { propertyId, targetId });

/** Title by number of what a portal shows. */
async function shown(index: number): Promise<Record<string, string | undefined>> {
  const objects = await sandbox.objects(userOf(index));
  return Object.fromEntries(objects.map(({ number, title }) => [number, title]));
}

const showing = (index: number, expected: Record<string, string>) =>
  until({
    what: `portal ${String(index)} to show ${JSON.stringify(expected)}`,
    look: () => shown(index),
    good: (now) => JSON.stringify(sorted(now)) === JSON.stringify(sorted(expected)),
  });
const sorted = (titles: Record<string, string | undefined>) =>
  Object.entries(titles).toSorted(([a], [b]) => (a < b ? -1 : 1));

const part = (name: string) => {
  const child = world.stack.children.get(name);
  if (!child) throw new Error(`the stack runs no ${name}`);
  return child;
};
const directory = () => join(world.logs, '..', database);
/** Archives the database, and loses the archive here once it is in the other place. */
async function makeBackup(): Promise<void> {
  await mkdir(backups.made);
  execFileSync('tar', ['-czf', join(backups.made, '20261127T021500Z.gz'), '-C', directory(), '.']);
  if (!swift) return;
  expect(await rek('archives', 'send', backups.made)).toMatchObject({ sent: ['20261127T021500Z.gz'] });
  await rm(backups.made, { recursive: true });
}

/** Puts the newest archive in the place of the database. */
async function unpackBackup(): Promise<void> {
  const from = swift ? backups.fetched : backups.made;
  if (swift) {
    await mkdir(from, { recursive: true });
    await rek('archives', 'fetch', '--directory', from);
  }
  const [newest = ''] = (await readdir(from)).toSorted().toReversed();
  await mkdir(directory());
  execFileSync('tar', ['-xzf', join(from, newest), '-C', directory()]);
}

/** Puts the backup in the place of the database, while the services are stopped; with an empty broker if it is lost, too. */
async function restoreBackup({ withBroker }: { withBroker: boolean }): Promise<void> {
  await Promise.all(world.stack.serviceNames.map((name) => part(name).stop()));
  await Promise.all([part('nats-server').stop(), part(database).stop()]);
  if (!withBroker) await rm(join(world.logs, '..', 'nats'), { recursive: true });
  await rm(directory(), { recursive: true });
  await unpackBackup();
  await Promise.all([part('nats-server').start(), part(database).start()]);
  await Promise.all(world.stack.serviceNames.map((name) => part(name).start()));
}

/** Runs a command as the operator does. */
async function rek<T>(...args: string[]): Promise<T> {
  const said = { out: '', err: '' };
  await runRek([...args, '--json'], {
    environment: {
      ...{ REK_URL: world.stack.apiUrl, OPERATOR_TOKEN: world.stack.operatorToken },
      ...(swift && {
        BACKUP_STORE: `s3://backups/estate?endpoint=${swift.endpoint}&pathStyle=true`,
        BACKUP_STORE_ACCESS_KEY_ID: swift.accessKeyId,
        BACKUP_STORE_SECRET_ACCESS_KEY: swift.secretAccessKey,
      }),
    },
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  if (said.err !== '') throw new Error(said.err);
  return JSON.parse(said.out) as T;
}
const settled = () =>
  until({
    what: 'every service to have settled the restored backup',
    look: () => rek<RestoreReport>('restored'),
    good: ({ data, away }) =>
      away.length === 0 &&
      // Every one but the gateway publishes messages.
      new Set(data.map(({ service }) => service)).size === world.stack.serviceNames.length - 1 &&
      data.every(({ isSettled }) => isSettled),
  });
/** Of an import without a source. */
const importEnded = (id: string) =>
  until({
    what: 'the import to end',
    look: () => customer.api.get<Import>(`/imports/${id}`),
    good: ({ finishedAt }) => finishedAt !== undefined,
  });
const importedProperties = async () =>
  (await customer.api.get<Page<Property>>('/properties?externalId=IMP-1')).data.map(
    ({ fields }) => fields.title,
  );
/** How far each service has come, by what the broker knows. */
async function marks(): Promise<number[]> {
  const about = { log: createLogger({ service: 'e2e', level: 'silent' }), metrics: createMetrics('e2e') };
  return Promise.all(
    world.stack.serviceNames.map(async (service) => {
      const bus = await connectTransport({ url: world.stack.natsUrlOf(service), service, ...about });
      const mark = await markOf(bus, service).read();
      await bus.close();
      return (JSON.parse(mark ?? '{"number":0}') as { number: number }).number;
    }),
  );
}
const sequences = async () =>
  (await sandbox.deliveries(HOOK)).map(({ sequence = 0 }) => sequence).toSorted((a, b) => a - b);

describe('a backup of the database that is older than the portals', () => {
  let targets: { emptied: Target; kept: Target };
  let stays: Property;
  let changes: Property;
  let vanishes: Listing;
  let deleted: Property;
  let late: Property;
  let imported: Import;

  it('a backup is taken of a running system whose listings match the portals', async () => {
    await customer.api.post('/contacts', contactInput);
    const target = ({ type, user }: typeof KEPT) =>
      customer.api.post<Target>('/targets', { ...targetInput(world.stack, user), type });
    targets = { emptied: await target(EMPTIED), kept: await target(KEPT) };
    stays = await create('stays');
    changes = await create('before');
    deleted = await create('deleted later');
    await list(stays, targets.emptied);
    await list(stays, targets.kept);
    await list(changes, targets.emptied);
    vanishes = await list(deleted, targets.kept);
    await showing(EMPTIED.user, { [stays.externalId]: 'stays', [changes.externalId]: 'before' });
    await showing(KEPT.user, { [stays.externalId]: 'stays', [deleted.externalId]: 'deleted later' });
    await until({ what: 'four events', look: sequences, good: ({ length }) => length === 4 });
    // The database alone ends for the copy; the services wait for it.
    await part(database).stop();
    backupAt = new Date();
    marksAtBackup = await marks();
    await makeBackup();
    await part(database).start();
  });

  it('a backup does not contain later publications, changes and deletions', async () => {
    // Each service finds the database again by itself; until then it says 503.
    late = await until({ what: 'the catalog', look: () => create('late'), good: () => true });
    const listings = () => customer.api.get<Page<Listing>>('/listings');
    await until({ what: 'distribution', look: listings, good: () => true });
    await list(late, targets.emptied);
    await customer.api.put(`/properties/${changes.id}`, {
      ...titled('after'),
      externalId: changes.externalId,
    });
    await customer.api.delete(`/listings/${vanishes.id}`);
    const body = documentOf('TEIL', [object('IMP-1', { title: 'imported later' })]);
    imported = await sendPackage(world, customer, { fileName: 'later.xml', body });
    expect(await importEnded(imported.id)).toMatchObject({ state: 'finished', counts: { created: 1 } });
    await showing(EMPTIED.user, {
      [stays.externalId]: 'stays',
      [changes.externalId]: 'after',
      [late.externalId]: 'late',
    });
    await showing(KEPT.user, { [stays.externalId]: 'stays' });
    await until({ what: 'seven events', look: sequences, good: ({ length }) => length >= 7 });
    await until({
      what: 'every service to have marked that it has come further than the backup',
      look: marks,
      good: (all) => all.every((mark, index) => mark > (marksAtBackup[index] ?? 0)),
    });
  });

  it('a restored backup is noticed by the services, and sequence numbers of webhooks are not used again', async () => {
    const before = await sequences();
    await restoreBackup({ withBroker: true });
    const { data: restores } = await settled();
    expect(restores.every(({ isCertain }) => isCertain)).toBe(true);
    expect(restores.find(({ service }) => service === 'importer')?.outcome).toBe(AGAIN);
    await showing(KEPT.user, { [stays.externalId]: 'stays', [deleted.externalId]: 'deleted later' });
    const after = await until({
      what: 'deliveries after the restore',
      look: sequences,
      // A delivery from before may arrive again under its number.
      good: (all) => all.some((sequence) => !before.includes(sequence)),
    });
    const next = after.find((sequence) => !before.includes(sequence));
    expect(next).toBeGreaterThan((before.at(-1) ?? 0) + 1_000_000 - before.length);
    const eventOf = new Map<number, string>();
    for (const { sequence = 0, eventId = '' } of await sandbox.deliveries(HOOK))
      expect(eventOf.set(sequence, eventOf.get(sequence) ?? eventId).get(sequence)).toBe(eventId);
  });

  it('an import that was accepted after the backup is done again under its id', async () => {
    expect(await importEnded(imported.id)).toMatchObject({ state: 'finished', counts: { created: 1 } });
    expect(await importedProperties()).toEqual(['imported later']);
  });

  it('an object that was published after the backup is reported and taken down by the operator', async () => {
    const shownNow = await shown(EMPTIED.user);
    expect(shownNow[late.externalId]).toBe('late');
    const { data } = await rek<Page<UnknownObject>>('unknown', 'list');
    expect(data).toMatchObject([{ targetId: targets.emptied.id, externalId: late.externalId }]);
    await rek('unknown', 'take-down', '--all');
    await showing(EMPTIED.user, { [stays.externalId]: 'stays', [changes.externalId]: 'before' });
    expect((await rek<Page<UnknownObject>>('unknown', 'list')).data).toEqual([]);
  });

  it('a backup is restored into an empty database with an empty broker, and the services continue from it', async () => {
    await restoreBackup({ withBroker: false });
    await rek('restored', '--since', backupAt.toISOString());
    await settled();
    const { data } = await customer.api.get<Page<Listing>>('/listings?limit=100');
    expect(data).toHaveLength(4);
    expect((await customer.api.get<Property>(`/properties/${changes.id}`)).fields.title).toBe('before');
    expect(await importEnded(imported.id)).toMatchObject({ state: 'finished', counts: { created: 1 } });
    expect(await importedProperties()).toEqual(['imported later']);
  });

  it('a restored system matches the portals after each lane is reconciled, and unknown objects are removed where possible', async () => {
    const operator = apiClient(world.stack.apiUrl, world.stack.operatorToken);
    const reconcile = ({ id }: Target, how: Record<string, unknown>) =>
      operator.post<Lane>(`/admin/lanes/${id}/reconcile`, how);
    await expect(reconcile(targets.kept, { removeUnknown: true })).rejects.toThrow();
    await reconcile(targets.kept, {});
    await reconcile(targets.emptied, { removeUnknown: true });
    await showing(EMPTIED.user, { [stays.externalId]: 'stays', [changes.externalId]: 'before' });
    await showing(KEPT.user, { [stays.externalId]: 'stays', [deleted.externalId]: 'deleted later' });
    const { data } = await until({
      what: 'every listing to be published and every lane to be through',
      look: () => customer.api.get<Page<Listing>>('/listings?limit=100'),
      good: (page) => page.data.every(({ published, lastError }) => published && lastError === undefined),
    });
    expect(data).toHaveLength(4);
  });

  it('a restored system takes down listings that are deleted after the restore', async () => {
    await customer.api.delete(`/listings/${vanishes.id}`);
    await showing(KEPT.user, { [stays.externalId]: 'stays' });
  });
});
