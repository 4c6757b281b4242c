import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Listing, Property, Target, TargetCheck } from '@estate/contracts';
import { startWebsite } from '@estate/sandbox/website';
import type { Website } from '@estate/sandbox/website';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput, propertyInput } from './support/data.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

let world: World;
let account: CustomerAccount;
let website: Website;
let directory: string;

beforeAll(async () => {
  world = await sharedWorld();
  account = await world.account('Website');
  directory = await mkdtemp(join(tmpdir(), 'website-'));
  website = await startWebsite(directory, { plugin: 'secret' });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await website.close();
  await rm(directory, { recursive: true });
  await world.close();
});

const targetOf = (settings: object) => ({
  type: 'openimmo-ftp',
  name: 'My website',
  credentials: {
    ...{ host: 'localhost', port: website.ftpPort, username: 'plugin', password: 'secret', secure: false },
    contact: contactInput,
  },
  autoCollectRequests: true,
  settings,
});

const photo = (name: string, title: string) => ({ url: `${world.stack.filesUrl}/photos/${name}`, title });

/** What the plugin makes of the next package, once it has arrived. */
async function nextImport() {
  await until({ what: 'a package', look: () => website.files(), good: (files) => files.some(isPackage) });
  return website.import();
}
const isPackage = (name: string) => name.endsWith('.zip');

const published = (id: string) =>
  until({
    what: 'the listing to be published',
    look: () => account.api.get<Listing>(`/listings/${id}`),
    good: ({ state }) => state === 'published',
  });

describe('a website whose plugin takes OpenImmo by FTP', () => {
  it('a website shows what is listed, in the form that its target asks for, follows every change, and shows nothing that was taken down', async () => {
    const settings = { charset: 'ISO-8859-1', maxImageEdge: 300, attachmentTypes: ['image/jpeg'] };
    const target = await account.api.post<Target>('/targets', targetOf(settings));
    expect(target.settings).toMatchObject({ ...settings, upload: 'renamed', transfer: 'partial' });
    const check = await account.api.post<TargetCheck>(`/targets/${target.id}/check`, {});
    expect(check).toMatchObject({ ok: true });
    expect(check.server).toContainEqual(expect.objectContaining({ feature: 'rename', supported: true }));
    expect(await website.files()).toEqual([]);

    const attachments = [photo('facade.jpg?n=1', 'Front'), photo('garden.webp', 'Garten')];
    const input = propertyInput({ title: 'Haus über dem See', externalId: 'SEE/1', attachments });
    const { id: propertyId } = await account.api.post<Property>('/properties', input);
    const { id } = await account.api.post<Listing>('/listings', { propertyId, targetId: target.id });
    await published(id);
    const [imported] = await nextImport();
    expect(imported?.file).toMatch(/^plugin_/);
    expect(imported).not.toHaveProperty('refused');
    const [first] = website.posts();
    expect(first).toMatchObject({ obid: 'SEE/1', title: 'Haus über dem See', revision: 1 });
    expect(first?.photos).toMatchObject([{ title: 'Front' }, { title: 'Garten' }]);
    for (const { path } of first?.photos ?? []) {
      const { format, width, height } = await sharp(path).metadata();
      expect({ format, longest: Math.max(width, height) }).toEqual({ format: 'jpeg', longest: 300 });
    }

    const changed = propertyInput({
      title: 'Haus am See',
      attachments: [attachments[0], photo('facade.jpg?n=2', 'Neu')],
    });
    await account.api.put(`/properties/${propertyId}`, changed);
    expect(await nextImport()).toMatchObject([{ file: expect.not.stringContaining('00000001') as unknown }]);
    const [second, ...others] = website.posts();
    expect(others).toEqual([]);
    expect(second).toMatchObject({ obid: 'SEE/1', title: 'Haus am See', revision: 2 });
    expect(second?.photos[0]?.sha256).toBe(first?.photos[0]?.sha256);
    expect(second?.photos[1]).toMatchObject({ title: 'Neu' });
    expect(second?.photos[1]?.sha256).not.toBe(first?.photos[1]?.sha256);
    await expect(sharp(first?.photos[1]?.path).metadata()).rejects.toThrow('missing');

    await account.api.delete(`/listings/${id}`);
    const taken = await nextImport();
    expect(taken.filter(({ refused }) => refused !== undefined)).toEqual([]);
    expect(website.posts()).toEqual([]);
    await account.api.delete(`/targets/${target.id}`);
  });

  it('a website that keeps photos is sent each of them once, and all of them again when it has lost them and everything is synchronized', async () => {
    const alone = await world.account('Website that keeps photos');
    const target = await alone.api.post<Target>('/targets', targetOf({ unchangedAttachments: 'reference' }));
    const kept = photo('facade.jpg?n=3', 'Front');
    const attachments = [kept, photo('garden.webp', 'Garten')];
    const input = propertyInput({ externalId: 'KEEPS-1', attachments });
    const { id: propertyId } = await alone.api.post<Property>('/properties', input);
    const { id } = await alone.api.post<Listing>('/listings', { propertyId, targetId: target.id });
    const shown = () => website.posts().find(({ obid }) => obid === 'KEEPS-1');
    const [whole] = await nextImport();
    const before = shown();
    expect(before?.photos).toMatchObject([{ title: 'Front' }, { title: 'Garten' }]);
    const change = async (title: string, attachments: unknown[]) => {
      await alone.api.put(`/properties/${propertyId}`, propertyInput({ title, attachments }));
      const [verdict] = await nextImport();
      return verdict;
    };
    const renamed = await change('Neuer Titel', attachments);
    expect(renamed).not.toHaveProperty('refused');
    expect(renamed?.bytes).toBeLessThan((whole?.bytes ?? 0) / 10);
    expect(shown()).toMatchObject({ title: 'Neuer Titel', revision: 2, photos: before?.photos });
    const other = await change('Andere Fotos', [kept, photo('facade.jpg?n=4', 'Neu')]);
    expect(other?.bytes).toBeLessThan(whole?.bytes ?? 0);
    expect(shown()?.photos).toMatchObject([before?.photos[0], { title: 'Neu' }]);
    expect(shown()?.photos[1]?.sha256).not.toBe(before?.photos[1]?.sha256);

    for (const { path } of shown()?.photos ?? []) await rm(path);
    expect(await change('Fotos verloren', [kept])).toMatchObject({
      refused: expect.stringContaining('Neither the ZIP nor the website contains') as unknown,
    });
    await alone.api.post(`/targets/${target.id}/synchronize`, { mode: 'partial' });
    expect((await nextImport())[0]).not.toHaveProperty('refused');
    expect(shown()).toMatchObject({
      title: 'Fotos verloren',
      photos: [{ sha256: before?.photos[0]?.sha256 }],
    });
    await expect(sharp(shown()?.photos[0]?.path).metadata()).resolves.toMatchObject({ format: 'jpeg' });

    await alone.api.delete(`/listings/${id}`);
    await nextImport();
    expect(shown()).toBeUndefined();
    await alone.api.delete(`/targets/${target.id}`);
  });

  it('a full transfer leaves on a website what is listed and nothing else, and is refused where it would leave nothing', async () => {
    const alone = await world.account('Website alone');
    const { id: targetId } = await alone.api.post<Target>('/targets', targetOf({ transfer: 'full' }));
    const path = `/targets/${targetId}/synchronize`;
    await expect(alone.api.post(path, { mode: 'full' })).rejects.toMatchObject({ status: 409 });
    const listed = async (externalId: string) => {
      const { id: propertyId } = await alone.api.post<Property>('/properties', propertyInput({ externalId }));
      const { id } = await alone.api.post<Listing>('/listings', { propertyId, targetId });
      await until({
        what: 'the listing to be published',
        look: () => alone.api.get<Listing>(`/listings/${id}`),
        good: ({ state }) => state === 'published',
      });
    };
    await listed('KEPT-1');
    await listed('KEPT-2');
    await website.import();
    website.addByHand('OLD-1');
    expect(website.posts().map(({ obid }) => obid)).toContain('OLD-1');
    const begun = await alone.api.post(path, { mode: 'full' });
    expect(begun).toEqual({ mode: 'full', listings: 2, removals: 0, jobId: expect.any(String) as unknown });
    await until({
      what: 'the full transfer',
      look: () => alone.api.get<Target>(`/targets/${targetId}`),
      good: ({ lastFullTransfer }) => lastFullTransfer?.ok === true,
    });
    const verdicts = await website.import();
    expect(verdicts.filter(({ refused }) => refused !== undefined)).toEqual([]);
    expect(
      website
        .posts()
        .map(({ obid }) => obid)
        .toSorted(),
    ).toEqual(['KEPT-1', 'KEPT-2']);
  });

  it('settings of a website that cannot work are refused with the names of all of them', async () => {
    const refused = targetOf({ fileName: 'x.zip', maxImages: 0 });
    await expect(account.api.post('/targets', refused)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/settings\.fileName .*; settings\.maxImages /) as unknown,
    });
  });
});
