import type {
  Contact,
  Import,
  ImportObject,
  ImportSource,
  ImportSummary,
  Listing,
  Page,
  Property,
  Target,
} from '@estate/contracts';
import { acceptAsEndUser } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allListings, allProperties } from './support/customer.ts';
import { targetInput } from './support/data.ts';
import { estateSoftwareOf } from './support/estate-software.ts';
import { marketOf } from './support/market.ts';
import { sandboxOf } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { OwnWorld } from './support/world.ts';

/** The part of the stock that the agency still offers, with its prices: photos take most of the time. */
const OFFERED: Readonly<Record<string, number>> = {
  'SB-1002': 1180,
  'SB-1005': 2150,
  'SB-1006': 890_000,
  'SB-2005': 140,
};
const NUMBERS = Object.keys(OFFERED);
const PHOTOS: Readonly<Record<string, number>> = { 'SB-1002': 3, 'SB-1005': 2, 'SB-1006': 1, 'SB-2005': 1 };
const USER = 'agent-1';

let world: OwnWorld;
let api: ApiClient;
let software: ReturnType<typeof estateSoftwareOf>;
let source: ImportSource;

async function marketplaceTarget(): Promise<Target> {
  await api.put('/account', marketOf(world.stack).consumer);
  const redirectUrl = `${world.stack.receiverUrl}/`;
  const target = await api.post<Target>('/targets', { type: 'marketplace-24', redirectUrl });
  await acceptAsEndUser(target.authorizationUrl ?? '');
  return target;
}

beforeAll(async () => {
  world = await ownWorld('its importer is killed');
  api = (await world.account('Seeblick Immobilien GmbH')).api;
  software = estateSoftwareOf(world.stack);
  const targets = [
    await api.post<Target>('/targets', targetInput(world.stack, 0)),
    await marketplaceTarget(),
  ];
  const input = { name: 'Seeblick Desktop', targetIds: targets.map(({ id }) => id) };
  source = await api.post<ImportSource>('/import-sources', input);
  await software.connect(source);
  const others = (await software.objects()).filter(({ number }) => OFFERED[number] === undefined);
  for (const { number } of others) await software.edit(number, { isRemoved: true });
}, START_TIMEOUT_MS);
afterAll(() => world?.close());

/** Exports, and waits for the import of the package to end. */
async function exported(scope: 'VOLL' | 'TEIL', meanwhile?: () => Promise<unknown>): Promise<Import> {
  const { fileName } = await software.export(scope);
  await meanwhile?.();
  return until({
    what: `the import of ${fileName} to end`,
    look: async () => {
      const { data } = await api.get<Page<Import>>(`/imports?sourceId=${source.id}&order=desc`);
      return data.find((one) => one.fileName === fileName);
    },
    good: (one) => one?.state === 'finished' || one?.state === 'failed',
  }) as Promise<Import>;
}

/** What both platforms show, by number: the price on the portal, and whether the marketplace has published it. */
async function shown() {
  const portal = await sandboxOf(world.stack).objects(USER);
  const market = await marketOf(world.stack).objects();
  return {
    portal: portal.map(({ number, price, media }) => [number, Number(price), media.length] as const).sort(),
    market: market
      .flatMap(({ externalId, publishedAt }) => (publishedAt === undefined ? [] : [externalId]))
      .sort(),
  };
}

const untilShown = (prices: Readonly<Record<string, number>>) => {
  const expected = {
    portal: Object.entries(prices).map(([number, price]) => [number, price, PHOTOS[number]]),
    market: Object.keys(prices),
  };
  return until({
    what: `both platforms to show ${JSON.stringify(expected)}`,
    look: shown,
    good: (now) => JSON.stringify(now) === JSON.stringify(expected),
  });
};

const objectsOf = async ({ id }: Import, query = ''): Promise<ImportObject[]> =>
  (await api.get<Page<ImportObject>>(`/imports/${id}/objects?${query}`)).data;

describe('estate software that exports into an import source', () => {
  it('a full export appears on a portal and on the marketplace with photos and contacts, and leaves a result file', async () => {
    const imported = await exported('VOLL');
    expect(imported).toMatchObject({
      ...{ state: 'finished', scope: 'full', sourceId: source.id },
      software: { name: 'Seeblick Desktop' },
      counts: { objects: 4, created: 4, failed: 0 },
    });
    await untilShown(OFFERED);
    const { data: contacts } = await api.get<Page<Contact>>('/contacts');
    expect(contacts.map(({ email }) => email).sort()).toEqual([
      'jonas.brandt@seeblick-makler.example',
      'klara.hofmann@seeblick-makler.example',
    ]);
    const flat = (await sandboxOf(world.stack).objects(USER)).find(({ number }) => number === 'SB-1002');
    expect(flat).toMatchObject({
      title: 'Helle Zweizimmerwohnung in Giesing',
      contact: { name: 'Jonas Brandt' },
      media: [{ group: 'TITELBILD' }, { group: 'BILD' }, { group: 'GRUNDRISS' }],
    });
    const onMarket = (await marketOf(world.stack).objects()).find(
      ({ externalId }) => externalId === 'SB-1002',
    );
    expect(onMarket?.attachments).toHaveLength(3);
    expect(await marketOf(world.stack).contactEmails()).toContain('jonas.brandt@seeblick-makler.example');
    const [first] = await until({
      what: 'the result file',
      look: software.exports,
      good: ([one]) => one?.result !== undefined,
    });
    expect(first?.result?.text).toMatch(/created: +4/);
  });

  it('the same export once more changes nothing and publishes nothing', async () => {
    const before = (await sandboxOf(world.stack).packages(USER)).length;
    const { counts } = await exported('VOLL');
    expect(counts).toMatchObject({ objects: 4, unchanged: 4, created: 0, updated: 0, deleted: 0 });
    const listings = await allListings(api);
    expect(listings.map(({ state }: Listing) => state)).toEqual(Array.from({ length: 8 }, () => 'published'));
    expect(await sandboxOf(world.stack).packages(USER)).toHaveLength(before);
  });

  it('a preview of other settings reads the newest export again, says which object differs, and changes nothing', async () => {
    const title = 'Helle Zweizimmerwohnung in Giesing';
    const made = await api.post<Import>(`/import-sources/${source.id}/preview`, { emptyValues: [title] });
    const ended = await until({
      what: 'the preview to end',
      look: () => api.get<Import>(`/imports/${made.id}`),
      good: ({ finishedAt }) => finishedAt !== undefined,
    });
    expect(ended).toMatchObject({ state: 'finished', dryRun: true, preview: { differing: 1 } });
    const [object, ...others] = await objectsOf(ended, 'differing=true');
    expect(others).toEqual([]);
    expect(object?.differences).toMatchObject([{ field: 'title', before: title }]);
    expect(object?.read).toContainEqual(
      expect.objectContaining({
        field: 'baseRent',
        value: OFFERED['SB-1002'],
        path: 'preise/nettokaltmiete',
      }),
    );
    const { unused } = await api.get<ImportSummary>(`/imports/${made.id}/summary`);
    expect(unused?.filter(({ decides }) => decides)).toEqual([]);
    expect((await allProperties(api)).map(({ fields }) => fields.title)).toContain(title);
  });

  it('a change and a deletion follow on both platforms', async () => {
    await software.edit('SB-1006', { price: 850_000 });
    await software.edit('SB-2005', { isRemoved: true });
    const { counts, scope } = await exported('TEIL');
    expect([scope, counts]).toMatchObject(['partial', { objects: 2, updated: 1, deleted: 1, failed: 0 }]);
    await untilShown({ 'SB-1002': 1180, 'SB-1005': 2150, 'SB-1006': 850_000 });
    const left = (await allProperties(api)).map(({ externalId }: Property) => externalId);
    expect(left.sort()).toEqual(['SB-1002', 'SB-1005', 'SB-1006']);
  });

  it('a broken object is explained, keeps its property as it was, and the others go on', async () => {
    await software.edit('SB-1005', { isBroken: true, price: 1 });
    await software.edit('SB-1002', { price: 1210 });
    const imported = await exported('TEIL');
    expect(imported).toMatchObject({ state: 'finished', counts: { objects: 2, updated: 1, failed: 1 } });
    expect(await objectsOf(imported, 'outcome=failed')).toMatchObject([
      {
        numbers: { external: 'SB-1005' },
        problems: [
          {
            severity: 'error',
            field: 'objektkategorie/objektart',
            whatToDo: expect.stringMatching(/\w/) as string,
          },
        ],
      },
    ]);
    await untilShown({ 'SB-1002': 1210, 'SB-1005': 2150, 'SB-1006': 850_000 });
  });

  it('an importer that is killed again and again while it works loses nothing and doubles nothing', async () => {
    const prices = { 'SB-1002': 1300, 'SB-1005': 2300, 'SB-1006': 800_000, 'SB-2005': 160 };
    for (const [number, price] of Object.entries(prices)) {
      await software.edit(number, { price, isRemoved: false, isBroken: false });
    }
    const importer = world.stack.children.get('importer');
    const killThrice = async () => {
      for (let time = 0; time < 3; time += 1) {
        await importer?.kill();
        await importer?.start();
      }
    };
    const imported = await exported('VOLL', killThrice);
    expect(imported).toMatchObject({ state: 'finished', counts: { objects: 4, failed: 0, deleted: 0 } });
    await untilShown(prices);
    const properties = await allProperties(api);
    expect(properties.map(({ externalId }) => externalId).sort()).toEqual(NUMBERS);
    const listings = await allListings(api);
    expect(new Set(listings.map(({ propertyId, targetId }) => `${propertyId} ${targetId}`)).size).toBe(8);
    expect((await api.get<Page<Contact>>('/contacts')).data).toHaveLength(2);
  });
});
