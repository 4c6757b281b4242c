import type { Contact, Listing, NewApiKey, Property, Target, Webhook } from '@estate/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/call.ts';
import type { Answer } from './support/call.ts';
import { contactInput, propertyInput, targetInput } from './support/data.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const UNKNOWN_ID = '0123456789abcdefghij';
let world: World;
let a: CustomerAccount;
let b: CustomerAccount;
let ids: Record<'contact' | 'property' | 'target' | 'listing' | 'webhook' | 'delivery', string>;

beforeAll(async () => {
  world = await sharedWorld();
  a = await world.account('Account A');
  b = await world.account('Account B');
  const contact = await a.api.post<Contact>('/contacts', contactInput);
  const property = await a.api.post<Property>('/properties', propertyInput({ contactId: contact.id }));
  const target = await a.api.post<Target>('/targets', targetInput(world.stack, 0));
  const listing = await a.api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
  const webhook = await a.api.post<Webhook>('/webhooks', {
    url: `${world.stack.receiverUrl}/hooks/a`,
    events: ['publication.succeeded'],
  });
  ids = {
    contact: contact.id, property: property.id, target: target.id,
    listing: listing.id, webhook: webhook.id, delivery: UNKNOWN_ID,
  }; // oxfmt-ignore
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const ask = (method: string, path: string, { key = a.key, body }: { key?: string; body?: unknown } = {}) =>
  call({ url: `${world.stack.apiUrl}${path}`, method, key, body });
const pathsOf = ({ body }: Answer) => (body.details ?? []).map(({ path }) => path).sort();

describe('input that is wrong', () => {
  it('a body that is not JSON is rejected as malformed', async () => {
    const answer = await ask('POST', '/contacts', { body: '{"email":' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed-json', statusCode: 400 } });
  });

  it('all problems of a body are reported at once: unknown fields, wrong values, missing fields', async () => {
    const { title: _title, ...fields } = propertyInput().fields;
    const answer = await ask('POST', '/properties', {
      body: {
        type: 'apartmentBuy',
        colour: 'red',
        fields: { ...fields, apartmentType: 'castle', condition: 'shiny', livingArea: -1, rooms: 3 },
      },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
    expect(pathsOf(answer)).toEqual(
      ['colour', 'fields.apartmentType', 'fields.condition', 'fields.livingArea', 'fields.rooms', 'fields.title'],
    ); // oxfmt-ignore
    for (const path of pathsOf(answer)) expect(answer.body.message).toContain(path);
  });

  it('an update of an immutable field is rejected', async () => {
    const property = await ask('PUT', `/properties/${ids.property}`, {
      body: propertyInput({ externalId: 'another-number' }),
    });
    expect(property).toMatchObject({ status: 400, body: { code: 'immutable-field' } });
    const listing = await ask('PUT', `/listings/${ids.listing}`, { body: { targetId: UNKNOWN_ID } });
    expect(listing).toMatchObject({ status: 400, body: { code: 'immutable-field' } });
    const input = targetInput(world.stack, 0);
    const target = await ask('PUT', `/targets/${ids.target}`, { body: { ...input, type: 'willhaben' } });
    expect(target).toMatchObject({ status: 400, body: { code: 'immutable-field' } });
  });

  it('a wrong method is answered with 405 and the allowed methods', async () => {
    expect(await ask('DELETE', '/properties')).toMatchObject({
      status: 405,
      body: { statusCode: 405, error: 'Method Not Allowed' },
    });
  });
});

describe('a key that is wrong', () => {
  it.each([
    ['missing', undefined],
    ['unknown', 'not-a-key-of-anyone'],
  ])('an API key that is %s is answered with 401', async (_title, key) => {
    const url = `${world.stack.apiUrl}/properties`;
    const answer = await call({ url, method: 'GET', ...(key !== undefined && { key }) });
    expect(answer).toMatchObject({ status: 401, body: { statusCode: 401, error: 'Unauthorized' } });
  });

  it('a revoked API key is answered with 401 within seconds', async () => {
    const { id, key } = await a.api.post<NewApiKey>('/account/api-keys', { name: 'short-lived' });
    expect((await ask('GET', '/account', { key })).status).toBe(200);
    await a.api.delete(`/account/api-keys/${id}`);
    await until({
      what: 'the revoked key to be refused',
      look: async () => (await ask('GET', '/account', { key })).status,
      good: (status) => status === 401,
    });
  });

  it('an API key of a customer cannot call operations of the operator', async () => {
    expect((await ask('POST', '/admin/accounts', { body: { name: 'Mine' } })).status).toBe(401);
  });
});

/** Every route that names a resource by its id, with a body that is valid. */
const routes = () => {
  const webhook = { url: 'https://app.example.org/hooks', events: ['publication.succeeded'] };
  return [
    ...both('/properties', ids.property, propertyInput()),
    ...both('/contacts', ids.contact, contactInput),
    ...both('/targets', ids.target, targetInput(world.stack, 0)),
    ...both('/listings', ids.listing, {}),
    ...both('/webhooks', ids.webhook, webhook),
    { method: 'POST', path: (id: string) => `/targets/${id}/check`, id: ids.target },
    { method: 'POST', path: (id: string) => `/listings/${id}/retry`, id: ids.listing },
    { method: 'GET', path: (id: string) => `/listings/${id}/preview`, id: ids.listing },
    { method: 'GET', path: (id: string) => `/webhooks/${id}/deliveries`, id: ids.webhook },
    { method: 'GET', path: (id: string) => `/webhooks/${id}/deliveries/${UNKNOWN_ID}`, id: ids.webhook },
  ];
};
const both = (base: string, id: string, body: unknown) =>
  ['GET', 'PUT', 'DELETE'].map((method) => ({
    method,
    id,
    path: (of: string) => `${base}/${of}`,
    ...(method === 'PUT' && { body }),
  }));

/** An answer without what must differ: the request's own id and the id that was asked for. */
const anonymous = ({ status, body }: Answer, id: string) => {
  const { requestId: _requestId, ...rest } = body;
  return { status, body: JSON.parse(JSON.stringify(rest).replaceAll(id, 'ID')) as unknown };
};

describe('what belongs to another account', () => {
  it('a resource of another account is answered on every route like one that does not exist', async () => {
    for (const { method, path, id, ...rest } of routes()) {
      const foreign = await ask(method, path(id), { key: b.key, ...rest });
      const unknown = await ask(method, path(UNKNOWN_ID), { key: b.key, ...rest });
      expect(foreign.status, `${method} ${path(id)}: ${foreign.body.message}`).toBe(404);
      expect(anonymous(foreign, id)).toEqual(anonymous(unknown, UNKNOWN_ID));
    }
  });

  it('a resource of another account is not changed by rejected calls', async () => {
    expect(await a.api.get(`/listings/${ids.listing}`)).toMatchObject({ id: ids.listing });
    expect(await a.api.get<Property>(`/properties/${ids.property}`)).toMatchObject({
      contactId: ids.contact,
    });
    expect((await a.api.get<Webhook>(`/webhooks/${ids.webhook}`)).url).toContain('/hooks/a');
  });

  it('a resource of another account cannot be referred to', async () => {
    const mine = await b.api.post<Property>('/properties', propertyInput());
    const target = await b.api.post<Target>('/targets', targetInput(world.stack, 1));
    const refer = async (path: string, body: unknown) => {
      const { status, body: refusal } = await ask('POST', path, { key: b.key, body });
      return [status, refusal.code];
    };
    for (const path of ['/listings', '/listings/validate']) {
      expect(await refer(path, { propertyId: ids.property, targetId: target.id })).toEqual([
        400,
        'property-unknown',
      ]);
      expect(await refer(path, { propertyId: mine.id, targetId: ids.target })).toEqual([
        400,
        'target-unknown',
      ]);
    }
    expect(await refer('/properties', propertyInput({ contactId: ids.contact }))).toEqual([
      400,
      'contact-unknown',
    ]);
  });

  it('a resource of another account is in no list', async () => {
    for (const path of ['/contacts', '/listings', '/webhooks', '/properties']) {
      const { data } = await b.api.get<{ data: { id: string }[] }>(path);
      for (const id of Object.values(ids)) expect(data.map((one) => one.id)).not.toContain(id);
    }
    expect((await b.api.get<Target[]>('/targets')).map(({ id }) => id)).not.toContain(ids.target);
  });
});
