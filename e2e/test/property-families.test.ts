import type { ContactRequest, DryRun, Listing, Property, Target } from '@estate/contracts';
import { acceptAsEndUser, demoAttachments } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_EVENTS, contactInput, targetInput } from './support/data.ts';
import { FAMILIES } from './support/families/index.ts';
import type { Family } from './support/families/index.ts';
import { marketOf } from './support/market.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { World } from './support/world.ts';

const HOOK = 'property-families';

let world: World;
let sandbox: Sandbox;
let market: ReturnType<typeof marketOf>;
let api: ApiClient;
let contactId: string;
let portalTarget: Target;
let marketTarget: Target;

beforeAll(async () => {
  world = await sharedWorld();
  sandbox = sandboxOf(world.stack);
  market = marketOf(world.stack);
  api = (await world.account('Property families')).api;
  await sandbox.hook(api, HOOK, [...ALL_EVENTS, 'request.created']);
  contactId = (await api.post<{ id: string }>('/contacts', contactInput)).id;
  portalTarget = await api.post<Target>('/targets', targetInput(world.stack, 0));
  await api.put('/account', market.consumer);
  marketTarget = await api.post<Target>('/targets', {
    type: 'marketplace-24',
    redirectUrl: `${world.stack.receiverUrl}/`,
  });
  await acceptAsEndUser(marketTarget.authorizationUrl ?? '');
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const targets = () => [portalTarget, marketTarget];

const order = ({ type, fields }: Pick<Family, 'type' | 'fields'>) => ({
  type,
  contactId,
  fields,
  attachments: demoAttachments(world.stack.filesUrl).slice(0, 1),
});

/** What the portal shows of a property; it reads packages with a reader of its own. */
const onPortal = async (externalId: string) =>
  (await sandbox.objects(world.stack.ftpUsers[0]?.username)).find(({ number }) => number === externalId);
const onMarket = async (externalId: string) =>
  (await market.objects()).find((object) => object.externalId === externalId);

const eventsOf = async (eventName: string, propertyId: string) =>
  (await sandbox.events(HOOK)).filter(
    (event) => event.eventName === eventName && event.eventPayload['propertyId'] === propertyId,
  );

/** The `publication.succeeded` of both targets. */
const publications = (propertyId: string, type: 'set' | 'delete') =>
  until({
    what: `the events of both publications (${type})`,
    look: async () =>
      (await eventsOf('publication.succeeded', propertyId)).filter(
        ({ eventPayload }) => eventPayload['type'] === type,
      ),
    good: (events) => new Set(events.map(({ eventPayload }) => eventPayload['targetId'])).size === 2,
  });

const inquire = async ({ emailId }: Target, inquiry: Record<string, string>) => {
  const answer = await fetch(`${world.stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `${emailId}@${world.stack.inboxDomain}`, ...inquiry }),
  });
  expect(answer.status).toBe(201);
};

describe.each(FAMILIES)('$name ($type)', (family) => {
  let property: Property;
  let listings: Listing[];

  it('is published on a portal and on the marketplace with its fields', async () => {
    property = await api.post<Property>('/properties', order(family));
    listings = await Promise.all(
      targets().map(({ id }) => api.post<Listing>('/listings', { propertyId: property.id, targetId: id })),
    );
    const events = await publications(property.id, 'set');
    expect(new Set(events.map(({ eventPayload }) => eventPayload['listingId']))).toEqual(
      new Set(listings.map(({ id }) => id)),
    );
    const shown = await onPortal(property.externalId);
    expect(shown).toMatchObject({ title: family.fields.title, fields: family.portal });
    const { root, fields } = family.market;
    expect(await onMarket(property.externalId)).toMatchObject({
      type: root,
      publishedAt: expect.any(String) as string,
      fields: { title: family.fields.title, ...fields },
    });
  });

  it('is never turned into another type, and the refusal names the field', async () => {
    await expect(
      api.put(`/properties/${property.id}`, order({ ...family, type: family.otherType })),
    ).rejects.toMatchObject({
      status: 400,
      body: {
        code: 'immutable-field',
        message: expect.stringContaining(`type cannot be changed; it is "${family.type}"`) as string,
      },
    });
    expect(await api.get(`/properties/${property.id}`)).toMatchObject({
      type: family.type,
      fields: property.fields,
    });
  });

  it('is published again with a changed field, which is the only other publication', async () => {
    await api.put(
      `/properties/${property.id}`,
      order({ ...family, fields: { ...family.fields, ...family.change.fields } }),
    );
    await until({
      what: 'the change on the portal',
      look: () => onPortal(property.externalId),
      good: (shown) =>
        Object.entries(family.change.portal).every(([path, text]) => shown?.fields?.[path] === text),
    });
    const changed = await until({
      what: 'the change on the marketplace',
      look: async () => (await onMarket(property.externalId))?.fields,
      good: (fields = {}) =>
        Object.entries(family.change.market).every(
          ([name, value]) => JSON.stringify(fields[name]) === JSON.stringify(value),
        ),
    });
    expect(changed).toMatchObject({ ...family.market.fields, ...family.change.market });
    expect(await onPortal(property.externalId)).toMatchObject({
      revision: 2,
      fields: { ...family.portal, ...family.change.portal },
    });
  });

  it('is found by inquiries of the portal and of the marketplace', async () => {
    const { title } = family.fields;
    const { externalId } = property;
    await inquire(portalTarget, { document: 'basic', externalId, title, lastName: 'Portal' });
    await inquire(marketTarget, { document: 'prospect-beside-object', externalId, lastName: 'Markt' });
    const events = await until({
      what: 'the requests',
      look: () => eventsOf('request.created', property.id),
      good: (all) => all.length === 2,
    });
    const requests = events.map(({ eventPayload }) => eventPayload as unknown as ContactRequest);
    const of = ({ id }: Target) => requests.find(({ targetId }) => targetId === id);
    expect(of(portalTarget)).toMatchObject({
      prospect: { lastName: 'Portal' },
      propertyProvidedByPlatform: { externalId, title },
    });
    expect(of(marketTarget)).toMatchObject({
      prospect: { lastName: 'Markt' },
      propertyProvidedByPlatform: { externalId },
    });
    for (const { propertyId = '' } of requests) {
      expect(await api.get(`/properties/${propertyId}`)).toMatchObject({
        type: family.type,
        fields: { title },
      });
    }
  });

  it('has problems in the words of the API where it lacks what the marketplace needs', async () => {
    const { fields, field, code } = family.refused;
    const lacking = await api.post<Property>(
      '/properties',
      order({ ...family, fields: { ...family.fields, ...fields } }),
    );
    const [portal, marketplace] = await Promise.all(
      targets().map(({ id }) =>
        api.post<DryRun>('/listings/validate', { propertyId: lacking.id, targetId: id }),
      ),
    );
    expect(portal).toMatchObject({ publishable: true });
    expect(marketplace).toMatchObject({ publishable: false });
    expect(marketplace?.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { field, code },
    ]);
  });

  it('is taken down from both platforms', async () => {
    await Promise.all(listings.map(({ id }) => api.delete(`/listings/${id}`)));
    await publications(property.id, 'delete');
    expect(await onPortal(property.externalId)).toBeUndefined();
    expect(await onMarket(property.externalId)).toBeUndefined();
    await api.delete(`/properties/${property.id}`);
  });
});
