import type { Listing, Page, Property, Report, Target } from '@estate/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const HOOK = 'reports';
const [HONEST, STRICT, WRONG, SILENT] = [0, 1, 2, 3];
let world: World;
let sandbox: Sandbox;
let account: CustomerAccount;

beforeAll(async () => {
  world = await sharedWorld();
  sandbox = sandboxOf(world.stack);
  account = await world.account('Reports');
  await sandbox.hook(account.api, HOOK, ['publication.rejected', 'publication.confirmed']);
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const userOf = (portal: number) => world.stack.ftpUsers[portal]?.username ?? '';
const targetOn = (portal: number) => account.api.post<Target>('/targets', targetInput(world.stack, portal));
const listOn = ({ id: targetId }: Target, { id: propertyId }: Property) =>
  account.api.post<Listing>('/listings', { propertyId, targetId });
const untilSaid = (id: string, good: (listing: Listing) => boolean, api = account.api) =>
  until({ what: 'what the portal says', look: () => api.get<Listing>(`/listings/${id}`), good });
const isIn = (state: string) => (listing: Listing) => listing.platformState?.state === state;
/** The events about a listing, once there are some. */
const eventsOf = (listingId: string) =>
  until({
    what: 'an event about the listing',
    look: async () =>
      (await sandbox.events(HOOK)).filter(({ eventPayload }) => eventPayload['listingId'] === listingId),
    good: (events) => events.length > 0,
  });
/** Whether the portal itself shows the object. */
const shows = async (portal: number, { externalId }: Property) =>
  (await sandbox.objects(userOf(portal))).some(({ number }) => number === externalId);

describe('what portals say about what was sent', () => {
  it('a portal that confirms every object by email leads to confirmed listings, also when it says so late', async () => {
    await sandbox.reports({ user: userOf(HONEST), format: 'csv', afterMs: 500 });
    const property = await account.api.post<Property>('/properties', propertyInput());
    const { id } = await listOn(await targetOn(HONEST), property);
    const listing = await untilSaid(id, isIn('confirmed'));
    expect(listing).toMatchObject({ state: 'published', platformState: { source: 'email', messages: [] } });
    expect(await shows(HONEST, property)).toBe(true);
    expect(await eventsOf(id)).toMatchObject([{ eventName: 'publication.confirmed' }]);
  });

  it('a portal that rejects an object in words, twice, leads to one event, and to a confirmed listing once the property was changed', async () => {
    const input = propertyInput({ externalId: 'REJECTED-1' });
    const refusals = { 'REJECTED-1': 'Bild 3: Datei ist zu groß (max. 10 MB)' };
    await sandbox.reports({ user: userOf(STRICT), format: 'feedback', times: 2, refusals });
    const property = await account.api.post<Property>('/properties', input);
    const target = await targetOn(STRICT);
    const { id } = await listOn(target, property);
    const rejected = await untilSaid(id, isIn('rejected'));
    const [message] = rejected.platformState?.messages ?? [];
    expect(message).toMatchObject({ severity: 'error', field: 'attachments' });
    expect(message?.text).toContain(refusals['REJECTED-1']);
    expect(await shows(STRICT, property)).toBe(false);
    const reports = await until({
      what: 'both reports',
      look: () => account.api.get<Page<Report>>(`/reports?targetId=${target.id}&state=rejected`),
      good: ({ data }) => data.length === 2,
    });
    expect(reports.data).toMatchObject([{ objects: [{ listingId: id }] }, { objects: [{ listingId: id }] }]);
    expect(await eventsOf(id)).toMatchObject([{ eventName: 'publication.rejected' }]);
    expect((await sandbox.packages(userOf(STRICT))).map(({ verdict }) => verdict)).toEqual(['accepted']);
    // A report that names no package counts by its time in whole seconds, which a busy machine can exceed.
    await sandbox.reports({ user: userOf(STRICT), format: 'csv' });
    const { externalId: _, ...changed } = propertyInput({ title: 'Maisonette, renewed' });
    await account.api.put<Property>(`/properties/${property.id}`, { ...changed, externalId: 'REJECTED-1' });
    await untilSaid(id, isIn('confirmed'));
    expect(await shows(STRICT, property)).toBe(true);
  });

  it('a portal that reports wrongly takes nothing down and publishes nothing, and is corrected by its next report', async () => {
    await sandbox.reports({ user: userOf(WRONG), format: 'text', isWrong: true });
    const property = await account.api.post<Property>('/properties', propertyInput());
    const { id } = await listOn(await targetOn(WRONG), property);
    expect(await untilSaid(id, isIn('rejected'))).toMatchObject({ state: 'published' });
    expect(await shows(WRONG, property)).toBe(true);
    expect(await sandbox.packages(userOf(WRONG))).toHaveLength(1);
    await sandbox.reports({ user: userOf(WRONG), format: 'text' });
    await account.api.post(`/listings/${id}/retry`, {});
    await untilSaid(id, isIn('confirmed'));
    expect(await sandbox.packages(userOf(WRONG))).toHaveLength(2);
  });

  it('a portal that stays silent says nothing of a listing until a prospect asks through it', async () => {
    const property = await account.api.post<Property>(
      '/properties',
      propertyInput({ externalId: 'SILENT-1' }),
    );
    const target = await targetOn(SILENT);
    const { id } = await listOn(target, property);
    const published = await untilSaid(id, ({ state }) => state === 'published');
    expect(published).not.toHaveProperty('platformState');
    await sandbox.sendMail({ to: target.requestAddress, document: 'basic', externalId: 'SILENT-1' });
    expect(await untilSaid(id, isIn('confirmed'))).toMatchObject({ platformState: { source: 'inquiry' } });
    expect(await shows(SILENT, property)).toBe(true);
  });

  it('a portal that writes its results into a folder leads to confirmed and rejected listings, and its files are removed', async () => {
    const { api } = await world.account('Result files');
    const refusals = { 'FOLDER-1': 'Bild 3: Datei ist zu groß (max. 10 MB)' };
    await sandbox.reports({ user: userOf(HONEST), format: 'csv', folder: 'results', refusals });
    const reportFolder = { path: '/results', remove: true };
    const { credentials } = targetInput(world.stack, HONEST);
    const input = { type: 'openimmo-ftp', credentials, settings: { reportFolder } };
    const target = await api.post<Target>('/targets', input);
    const properties = [
      await api.post<Property>('/properties', propertyInput({ externalId: 'FOLDER-1' })),
      await api.post<Property>('/properties', propertyInput({ externalId: 'FOLDER-2' })),
    ];
    const [rejected, confirmed] = await Promise.all(
      properties.map(async (property) => {
        const listing = await api.post<Listing>('/listings', {
          propertyId: property.id,
          targetId: target.id,
        });
        return listing.id;
      }),
    );
    expect(await untilSaid(rejected ?? '', isIn('rejected'), api)).toMatchObject({
      state: 'published',
      platformState: { source: 'report', messages: [{ field: 'attachments' }] },
    });
    await untilSaid(confirmed ?? '', isIn('confirmed'), api);
    const shown = await Promise.all(properties.map((property) => shows(HONEST, property)));
    expect(shown).toEqual([false, true]);
    await until({
      what: 'an empty folder',
      look: () => sandbox.files(userOf(HONEST)),
      good: (files) => !files.some(({ name }) => name.startsWith('results/')),
    });
    const { data } = await api.get<Page<Report>>(`/reports?targetId=${target.id}`);
    expect(data.map(({ source, verified }) => ({ source, verified }))).toEqual([
      { source: 'report', verified: true },
      { source: 'report', verified: true },
    ]);
  });

  it('an email to the report address that nobody can be sure of is kept with its text, and is no request', async () => {
    const [target] = await account.api.get<Target[]>('/targets');
    await sandbox.sendMail({ to: target?.reportAddress, document: 'export-new', externalId: 'X-1' });
    const { data } = await until({
      what: 'the unclear report',
      look: () => account.api.get<Page<Report>>(`/reports?targetId=${target?.id ?? ''}&state=unclear`),
      good: (page) => page.data.length > 0,
    });
    expect(data).toMatchObject([{ objects: [], verified: true }]);
    const mail = await account.api.get<{ text: string; requestCount: number }>(
      `/mails/${data[0]?.mailId ?? ''}`,
    );
    expect(mail).toMatchObject({ requestCount: 0, text: expect.stringContaining('Neue Anfrage zu X-1') });
  });
});
