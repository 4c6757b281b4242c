import type { Contact, DryRun, Listing, Property, Target, WebhookWithKey } from '@estate/contracts';
import { ApiRefusal, demoAttachments } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTargets } from './support/customer.ts';
import { ALL_EVENTS, contactInput, propertyInput, targetInput } from './support/data.ts';
import { expectFilesOfCatalog } from './support/photos.ts';
import { placeRealPhotos } from './support/real-photos.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { World } from './support/world.ts';

const HOOK = 'main-job';
let world: World;
let sandbox: Sandbox;
let api: ApiClient;
let user: string;

beforeAll(async () => {
  world = await sharedWorld();
  sandbox = sandboxOf(world.stack);
  api = (await world.account('Beispiel Wohnen GmbH')).api;
  user = world.stack.ftpUsers[0]?.username ?? '';
}, START_TIMEOUT_MS);
afterAll(() => world.close());

describe('the main job', () => {
  let webhook: WebhookWithKey;
  let contact: Contact;
  let property: Property;
  let target: Target;
  let listing: Listing;

  const published = (since = '') =>
    until({
      what: 'the listing to be published',
      look: () => api.get<Listing>(`/listings/${listing.id}`),
      good: (now) => now.published && (now.lastPublishedAt ?? '') > since,
    });
  const object = async () => {
    const objects = await sandbox.objects(user);
    expect(objects).toHaveLength(1);
    return objects[0];
  };

  it('a listing publishes a property with its attachments on a target', async () => {
    webhook = await sandbox.hook(api, HOOK, ALL_EVENTS);
    contact = await api.post<Contact>('/contacts', contactInput);
    property = await api.post<Property>('/properties', {
      ...propertyInput({ contactId: contact.id, attachments: demoAttachments(world.stack.filesUrl) }),
      links: [{ url: 'https://tour.example.org/77', title: 'Rundgang' }],
    });
    expect(property.processingStatus).toBe('pending');
    target = await api.post<Target>('/targets', targetInput(world.stack, 0));
    expect(target.credentials).not.toHaveProperty('password');
    const pair = { propertyId: property.id, targetId: target.id };
    expect(await api.post<DryRun>('/listings/validate', pair)).toMatchObject({ publishable: true });
    listing = await api.post<Listing>('/listings', pair);
    expect(listing.published).toBe(false);
    const now = await published();
    expect(now.lastError).toBeUndefined();
    expect((await api.get<Property>(`/properties/${property.id}`)).processingStatus).toBe('successful');
  });

  it('the portal shows title, price, contact and every photo of a property from one package', async () => {
    const shown = await object();
    expect(shown).toMatchObject({
      number: property.externalId,
      title: 'Maisonette über den Dächern',
      contact: { name: 'Anna Beispiel', email: expect.stringContaining('@') as string },
    });
    expect(Number(shown?.price)).toBe(489000);
    const stored = shown?.media.filter(({ remote }) => !remote) ?? [];
    expect(stored.map(({ title }) => title)).toEqual(
      demoAttachments(world.stack.filesUrl).map(({ title }) => title),
    );
    expect(shown?.media.filter(({ remote }) => remote).map(({ path }) => path)).toEqual([
      'https://tour.example.org/77',
    ]);
    const packages = await sandbox.packages(user);
    expect(packages).toHaveLength(1);
    expect(packages[0]).toMatchObject({
      verdict: 'accepted',
      document: expect.stringMatching(/\.xml$/i) as string,
      changes: [{ number: property.externalId, action: 'set' }],
    });
    for (const { path } of stored) {
      const medium = await fetch(
        `${world.stack.portalUrl}/media/${user}/${shown?.packageId ?? ''}/${encodeURIComponent(path)}`,
      );
      expect(medium.status, path).toBe(200);
    }
    expect(await expectFilesOfCatalog(world.stack)).toBe(demoAttachments(world.stack.filesUrl).length);
  });

  it('the webhook receives the events of processing and publication with valid signatures', async () => {
    const received = await until({
      what: 'two deliveries',
      look: () => sandbox.deliveries(HOOK),
      good: (all) => all.length >= 2,
    });
    expect(received.map(({ eventName }) => eventName).sort()).toEqual([
      'property.processing_succeeded',
      'publication.succeeded',
    ]);
    expect(received.map(({ signature }) => signature)).toEqual(['valid', 'valid']);
    const event = (await sandbox.events(HOOK)).find(({ eventName }) => eventName === 'publication.succeeded');
    expect(event?.eventPayload).toMatchObject({
      listingId: listing.id,
      propertyId: property.id,
      targetId: target.id,
      type: 'set',
    });
    await until({
      what: 'both deliveries to be recorded as succeeded',
      look: () => api.get<{ data: { status: string }[] }>(`/webhooks/${webhook.id}/deliveries`),
      good: ({ data }) => data.length === 2 && data.every(({ status }) => status === 'succeeded'),
    });
  });

  it('a change of a property replaces its object on the portal', async () => {
    const { lastPublishedAt } = await published();
    await api.put(`/properties/${property.id}`, {
      ...propertyInput({
        title: 'Neuer Titel',
        contactId: contact.id,
        attachments: demoAttachments(world.stack.filesUrl).slice(0, 3),
      }),
    });
    await published(lastPublishedAt);
    const shown = await until({
      what: 'the new title',
      look: object,
      good: (now) => now?.title === 'Neuer Titel',
    });
    expect(shown?.media).toHaveLength(3);
    expect((await sandbox.packages(user)).every(({ verdict }) => verdict === 'accepted')).toBe(true);
  });

  it('a property with a listing cannot be deleted, and the message explains why', async () => {
    const refusal = await api.delete(`/properties/${property.id}`).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiRefusal);
    expect(refusal).toMatchObject({
      status: 400,
      body: {
        code: 'property-has-listings',
        message: 'The property still has 1 listing. Delete it first.',
      },
    });
    expect(await api.get(`/properties/${property.id}`)).toMatchObject({ id: property.id });
  });

  it('the deletion of a listing takes the object down from the portal and sends an event', async () => {
    await api.delete(`/listings/${listing.id}`);
    await expect(api.get(`/listings/${listing.id}`)).rejects.toMatchObject({ status: 404 });
    await until({
      what: 'the object to be gone',
      look: () => sandbox.objects(user),
      good: (objects) => objects.length === 0,
    });
    expect((await sandbox.packages(user)).at(-1)).toMatchObject({
      verdict: 'accepted',
      changes: [{ number: property.externalId, action: 'delete' }],
    });
    await until({
      what: 'the event of the removal',
      look: () => sandbox.events(HOOK),
      good: (events) =>
        events.some(
          ({ eventName, eventPayload }) =>
            eventName === 'publication.succeeded' &&
            eventPayload['type'] === 'delete' &&
            eventPayload['listingId'] === listing.id,
        ),
    });
  });

  it('a property without listings can be deleted', async () => {
    expect(await api.delete(`/properties/${property.id}`)).toMatchObject({ id: property.id });
    await expect(api.get(`/properties/${property.id}`)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a property with 20 photos of real size', () => {
  it('a package arrives complete on four portals that read slowly', async () => {
    const { stack } = world;
    // The targets of the other account have these logins.
    const { api: own } = await world.account('Slow portals');
    const urls = await placeRealPhotos(stack.filesUrl, 20);
    await sandbox.fault({ slowMs: 3 });
    const targets = await createTargets(own, stack);
    const property = await own.post<Property>('/properties', {
      ...propertyInput({ attachments: urls.map((url) => ({ url })) }),
    });
    for (const { id } of targets) await own.post('/listings', { propertyId: property.id, targetId: id });
    const objects = await until({
      what: 'the object on every portal',
      look: () => sandbox.objects(),
      good: (all) => all.length === targets.length,
    });
    await sandbox.clearFaults();
    expect(objects.map(({ media }) => media.length)).toEqual([20, 20, 20, 20]);
    expect(await expectFilesOfCatalog(stack)).toBe(20);
    const packages = await sandbox.packages();
    expect(packages.filter(({ verdict }) => verdict !== 'accepted')).toEqual([]);
  });
});
