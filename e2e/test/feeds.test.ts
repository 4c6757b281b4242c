import { Client } from '@estate/client';
import type { Target } from '@estate/client';
import type { Contact, Listing, Property } from '@estate/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyInput } from './support/data.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

let world: World;
let account: CustomerAccount;
let client: Client;
let target: Target;
let contact: Contact;

beforeAll(async () => {
  world = await sharedWorld();
  account = await world.account('Feeds');
  client = new Client({ baseUrl: world.stack.apiUrl, apiKey: account.key });
  target = await client.targets.create({ type: 'feed', name: 'Website' });
  contact = await account.api.post<Contact>('/contacts', { email: 'anna@example.org', lastName: 'Beispiel' });
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const get = (url = '', headers: Record<string, string> = {}) => fetch(url, { headers });
const xml = async () => (await get(target.feed?.openimmoXmlUrl)).text();
const numbersIn = (document: string) =>
  [...document.matchAll(/<objektnr_extern>([^<]+)</g)].map(([, number]) => number).sort();
const showing = (numbers: readonly string[]) =>
  until({
    what: `the feed to contain ${numbers.join(' and ')}`,
    look: xml,
    good: (document) => JSON.stringify(numbersIn(document)) === JSON.stringify(numbers),
  });
const stateOf = (id: string, good: string) =>
  until({
    what: `the listing to be ${good}`,
    look: () => account.api.get<Listing>(`/listings/${id}`),
    good: ({ state }) => state === good,
  });

async function list(
  externalId: string,
  more: object = {},
): Promise<{ property: Property; listing: Listing }> {
  const input = propertyInput({ externalId, contactId: contact.id, ...more });
  const property = await account.api.post<Property>('/properties', input);
  const listing = await account.api.post<Listing>('/listings', {
    propertyId: property.id,
    targetId: target.id,
  });
  return { property, listing };
}

describe('a feed', () => {
  it('a feed shows what is listed as soon as it is fetched, then its changes, then no longer what is taken down', async () => {
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const upload = await client.attachments.upload(new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }));
    const first = await list('FEED-1', { attachments: [{ url: upload.url }] });
    const second = await list('FEED-2');
    const document = await showing(['FEED-1', 'FEED-2']);
    expect(document).toContain('umfang="VOLL"');
    await stateOf(first.listing.id, 'published');
    await stateOf(second.listing.id, 'published');

    const [, photoUrl = ''] = /<pfad>([^<]+)<\/pfad>/.exec(document) ?? [];
    const served = await get(photoUrl);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({ width: 900 });

    await account.api.put(
      `/properties/${second.property.id}`,
      propertyInput({ externalId: 'FEED-2', contactId: contact.id, title: 'Now with a garden' }),
    );
    const changed = await until({
      what: 'the change',
      look: xml,
      good: (text) => text.includes('Now with a garden'),
    });
    expect(changed).toContain(photoUrl);

    await account.api.delete(`/listings/${first.listing.id}`);
    await showing(['FEED-2']);
  });

  it('a reader gets what it does not have yet, compressed, and in parts', async () => {
    const { openimmoXmlUrl, openimmoZipUrl, propertiesJsonUrl } = target.feed ?? {};
    const whole = await get(openimmoXmlUrl, { 'accept-encoding': 'gzip' });
    expect([whole.status, whole.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    await whole.text();
    const again = { 'accept-encoding': 'gzip', 'if-none-match': whole.headers.get('etag') ?? '' };
    // The fetch is noted a moment after its end.
    await until({
      what: 'an unchanged feed',
      look: async () => (await get(openimmoXmlUrl, again)).status,
      good: (status) => status === 304,
    });

    const zip = Buffer.from(await (await get(openimmoZipUrl)).arrayBuffer());
    const rest = await get(openimmoZipUrl, { range: 'bytes=30-' });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(zip.subarray(30));
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

    const json = await get(propertiesJsonUrl);
    expect(json.headers.get('content-type')).toContain('application/ld+json');
    expect(await json.json()).toMatchObject({
      '@context': 'https://schema.org',
      itemListElement: [{ '@type': 'RealEstateListing', identifier: 'FEED-2', name: 'Now with a garden' }],
    });
  });

  it('the fetches of a feed are listed with their readers', async () => {
    await (await get(target.feed?.openimmoXmlUrl, { 'user-agent': 'Website of the agency' })).text();
    const { data } = await until({
      what: 'the fetch',
      look: () => client.targets.fetches(target.id).list({ order: 'desc' }),
      good: (page) => page.data.some(({ userAgent }) => userAgent === 'Website of the agency'),
    });
    expect(data[0]).toMatchObject({ document: 'openimmo.xml', count: 1 });
  });

  it('a rotated token ends the former addresses, and an unknown one says nothing', async () => {
    const former = target.feed?.openimmoXmlUrl ?? '';
    target = await client.targets.rotateFeedToken(target.id);
    expect(target.feed?.openimmoXmlUrl).not.toBe(former);
    const [ended, unknown] = [await get(former), await get(former.replace(/feeds\/\w{5}/, 'feeds/aaaaa'))];
    const without = ({ requestId: _id, ...body }: { requestId?: string }) => body;
    expect([ended.status, unknown.status]).toEqual([404, 404]);
    const bodies = await Promise.all(
      [ended, unknown].map(async (answer) => without((await answer.json()) as { requestId?: string })),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(numbersIn(await xml())).toEqual(['FEED-2']);
  });
});
