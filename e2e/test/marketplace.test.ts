import { createHash } from 'node:crypto';
import type { Listing, Property, Target } from '@estate/contracts';
import type { ApiClient } from '@estate/stack';
import { acceptAsEndUser, demoAttachments } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_EVENTS, propertyInput, targetInput } from './support/data.ts';
import { marketOf } from './support/market.ts';
import { sandboxOf } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { OwnWorld } from './support/world.ts';

const HOOK = 'marketplace';
const type = 'marketplace-24';
const redirectUrl = 'https://customer.example.org/connected?from=service';

let world: OwnWorld;
let market: ReturnType<typeof marketOf>;
let api: ApiClient;

beforeAll(async () => {
  world = await ownWorld('it revokes all authorizations and reads all refusals of the marketplace');
  market = marketOf(world.stack);
  api = (await world.account('Marketplace customer')).api;
  await sandboxOf(world.stack).hook(api, HOOK, ALL_EVENTS);
}, START_TIMEOUT_MS);
afterAll(() => world.close());

describe('the marketplace', () => {
  let property: Property;
  let target: Target;
  let listing: Listing;

  const attachments = (): ReturnType<typeof demoAttachments> => demoAttachments(world.stack.filesUrl);
  const object = async () => {
    const objects = (await market.objects()).filter(({ externalId }) => externalId === property.externalId);
    expect(objects.length).toBeLessThan(2);
    return objects[0];
  };
  const seen = (good: (one: Awaited<ReturnType<typeof object>>) => boolean, what: string) =>
    until({ what, look: object, good });
  const look = () => api.get<Listing>(`/listings/${listing.id}`);

  it('a marketplace target requires consumer credentials, whose secret is never returned', async () => {
    await expect(api.post('/targets', { type, redirectUrl })).rejects.toMatchObject({
      status: 400,
      body: { code: 'consumer-credentials-missing' },
    });
    expect(await api.put('/account', market.consumer)).toEqual({ key: market.consumer.key });
    const account = await api.get<object>('/account');
    expect(account).toMatchObject({
      consumerCredentials: {
        'marketplace-24': { key: market.consumer.key, configured: true },
        'marketplace-24-sandbox': { configured: false },
      },
    });
    expect(JSON.stringify(account)).not.toContain(market.consumer.secret);
  });

  it('all problems of a target are reported at once, by its type', async () => {
    await expect(api.post('/targets', { type, host: 'x' })).rejects.toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(/host is not a known field.*redirectUrl is required/) as string,
      },
    });
    await expect(api.post('/targets', { type: 'immowelt', redirectUrl })).rejects.toMatchObject({
      body: {
        message: expect.stringMatching(/credentials is required.*redirectUrl is not a known/) as string,
      },
    });
  });

  it('a marketplace target accepts no listings before the end user has accepted or after a rejection', async () => {
    property = await api.post<Property>('/properties', {
      ...propertyInput({ attachments: attachments() }),
      links: [{ url: 'https://tour.example.org/77', title: 'Rundgang' }],
    });
    target = await api.post<Target>('/targets', { type, redirectUrl });
    expect(target).toMatchObject({ authorizationStatus: 'pending' });
    await expect(
      api.post('/listings', { propertyId: property.id, targetId: target.id }),
    ).rejects.toMatchObject({ status: 400, body: { code: 'target-not-authorized' } });
    const callback = await market.decide(target.authorizationUrl ?? '', 'refuse');
    const refused = await fetch(callback, { redirect: 'manual' });
    expect([refused.status, refused.headers.get('location')]).toEqual([
      302,
      `https://customer.example.org/connected?from=service&targetId=${target.id}&status=rejected`,
    ]);
    expect(await api.get(`/targets/${target.id}`)).toMatchObject({ authorizationStatus: 'rejected' });
  });

  it('forged and replayed callbacks of a marketplace get a readable error page', async () => {
    target = await api.put<Target>(`/targets/${target.id}`, { type, redirectUrl });
    const callback = await market.decide(target.authorizationUrl ?? '', 'accept');
    const forged = new URL(callback);
    forged.searchParams.set('oauth_token', 'forged');
    const answer = await fetch(forged, { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await answer.text()).toContain('does not match its request');
    expect((await fetch(callback, { redirect: 'manual' })).status).toBe(302);
    expect(await (await fetch(callback, { redirect: 'manual' })).text()).toContain('has already been used');
    const unknown = await fetch(`${world.stack.apiUrl}/authorizations/nobody`, { redirect: 'manual' });
    expect(unknown.status).toBe(404);
    expect(await api.get(`/targets/${target.id}`)).toMatchObject({ authorizationStatus: 'accepted' });
    expect(await api.post(`/targets/${target.id}/check`, {})).toMatchObject({ ok: true });
  });

  it('the marketplace shows a published property with its files byte for byte', async () => {
    listing = await api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
    const now = await until({ what: 'the publication', look, good: ({ published }) => published });
    expect(now.lastError).toBeUndefined();
    const page = await (await fetch(now.publicUrl ?? '')).text();
    expect(page).toContain('Maisonette über den Dächern');
    const pictures = [...page.matchAll(/src="(\/media[^"]+)"/g)].map(([, path = '']) => path);
    expect(pictures).toHaveLength(7);
    for (const path of pictures) {
      const picture = await fetch(`${world.stack.marketplaceUrl}${path}`);
      expect([picture.status, picture.headers.get('content-type')?.startsWith('image/')]).toEqual([
        200,
        true,
      ]);
    }
    const { id = '', attachments: stored = [] } = (await object()) ?? {};
    const files = stored.filter(({ kind }) => kind !== 'Link');
    expect(files).toHaveLength(8);
    for (const file of files) {
      const answer = await fetch(`${world.stack.marketplaceUrl}/media/${id}/${file.id}`);
      const hash = createHash('sha256').update(new Uint8Array(await answer.arrayBuffer()));
      expect(hash.digest('hex').slice(0, 40), file.title).toBe(file.externalId?.split('-')[0]);
    }
    const event = await until({
      what: 'the event',
      look: () => sandboxOf(world.stack).events(HOOK),
      good: (events) => events.some(({ eventName }) => eventName === 'publication.succeeded'),
    });
    expect(event.find(({ eventName }) => eventName === 'publication.succeeded')?.eventPayload).toMatchObject({
      listingId: listing.id,
      publicUrl: now.publicUrl,
    });
    const preview = await api.get<object>(`/listings/${listing.id}/preview`);
    expect(preview).toHaveProperty(['realestates.apartmentBuy', 'externalId'], property.externalId);
  });

  it('updates of a property change title, order and title image of its one object on the marketplace', async () => {
    const reversed = attachments().slice(0, 3).reverse();
    await api.put(
      `/properties/${property.id}`,
      propertyInput({ title: 'Neuer Titel', attachments: reversed }),
    );
    const wanted = reversed.map(({ title }) => title).join();
    await seen(
      (one) =>
        one?.fields['title'] === 'Neuer Titel' && one.attachments.map(({ title }) => title).join() === wanted,
      'the update',
    );
    await seen((one) => one?.attachments[0]?.titlePicture === true, 'the new title picture');
  });

  it('preventPublication creates an unpublished object on the marketplace and is rejected for other platforms', async () => {
    await api.put(`/listings/${listing.id}`, { preventPublication: true });
    await seen((one) => one !== undefined && one.publishedAt === undefined, 'the object to be held back');
    await until({ what: 'the listing', look, good: ({ published }) => !published });
    await api.put(`/listings/${listing.id}`, {});
    await seen((one) => one?.publishedAt !== undefined, 'the object to be public again');
    const ftp = await api.post<Target>('/targets', targetInput(world.stack, 1));
    const held = { propertyId: property.id, targetId: ftp.id, preventPublication: true };
    await expect(api.post('/listings', held)).rejects.toMatchObject({
      body: { code: 'prevent-publication-unsupported' },
    });
  });

  it('a publication is retried while the marketplace is unavailable', async () => {
    const before = (await look()).lastPublishedAt ?? '';
    await market.fault({ status: 503, code: 'ERROR_COMMON_SERVICE_UNAVAILABLE', times: 2 });
    await api.post(`/listings/${listing.id}/retry`, {});
    await until({
      what: 'the trouble to be over',
      look,
      good: ({ lastError, lastPublishedAt = '' }) => lastPublishedAt > before && lastError === undefined,
    });
    await market.clearFaults();
  });

  it('listings fail after the end user revokes the authorization and are published after a new one', async () => {
    await market.revoke();
    await api.post(`/listings/${listing.id}/retry`, {});
    await until({
      what: 'the failure',
      look,
      good: ({ lastError }) => lastError?.failureCode === 'authorization_revoked',
    });
    expect(await api.get(`/targets/${target.id}`)).toMatchObject({ authorizationStatus: 'revoked' });
    const updated = await api.put<Target>(`/targets/${target.id}`, { type, redirectUrl });
    expect(await acceptAsEndUser(updated.authorizationUrl ?? '')).toBe('accepted');
    await until({ what: 'the publication', look, good: ({ lastError }) => lastError === undefined });
    expect(await object()).toHaveProperty('publishedAt');
  });

  it('the failure of a publication names the type of the object that has the external id', async () => {
    const externalId = 'made-by-hand-1';
    await market.createByHand('houseBuy', externalId);
    const another = await api.post<Property>('/properties', propertyInput({ externalId }));
    const ids = { propertyId: another.id, targetId: target.id };
    const { id } = await api.post<Listing>('/listings', ids);
    const failed = await until({
      what: 'the failure',
      look: () => api.get<Listing>(`/listings/${id}`),
      good: ({ lastError }) => lastError !== undefined,
    });
    expect(failed).toMatchObject({
      published: false,
      lastError: {
        failureCode: 'validation_rejected',
        failureMessage: expect.stringMatching(/^externalId: .*houseBuy.*made-by-hand-1/) as string,
      },
    });
    await api.delete(`/listings/${id}`);
    await until({
      what: 'the listing to be gone',
      look: () => api.get<{ data: Listing[] }>(`/listings?propertyId=${another.id}`),
      good: ({ data }) => data.length === 0,
    });
    expect((await market.objects()).filter((one) => one.externalId === externalId)).toHaveLength(1);
  });

  it('the deletion of a listing removes its object from the marketplace', async () => {
    await api.delete(`/listings/${listing.id}`);
    await seen((one) => one === undefined, 'the object to be gone');
    await api.delete(`/targets/${target.id}`);
  });

  it('the marketplace rejected only look-ups of missing resources, one taken external id, and calls with a revoked token', async () => {
    const usual = [
      /^GET \/user\/me\/(contact|realestate)\/ext-\S+ 404 ERROR_RESOURCE_NOT_FOUND /,
      /^(GET|DELETE) \/publish\/\d+_10000 404 ERROR_RESOURCE_NOT_FOUND /,
      /^POST \/user\/me\/realestate\S* 412 ERROR_RESOURCE_VALIDATION .*already exists for external id 'made-by-hand-1'/,
      /^\S+ \S+ 401 ERROR_COMMON_AUTHENTICATION_REQUIRED consumer or token is unknown$/,
    ];
    const verdict = (await market.refusals()).map(
      ({ method, path, status, refusal }) =>
        `${method} ${path} ${String(status)} ${refusal.code} ${refusal.message}`,
    );
    expect(verdict.filter((each) => !usual.some((form) => form.test(each)))).toEqual([]);
    expect(verdict.filter((each) => each.includes(' 401 '))).not.toEqual([]);
  });
});
