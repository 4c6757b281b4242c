import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OAuth from 'oauth-1.0a';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebServer } from '../web-server.ts';
import type { MarketCall } from './market-context.ts';
import type { MarketContact, MarketObject } from './market-state.ts';
import { DEMO_CONSUMER, start } from './simulator.ts';

type Json = Record<string, unknown>;

const BOUNDARY = 'a-boundary';

const oauth = new OAuth({
  consumer: DEMO_CONSUMER,
  signature_method: 'HMAC-SHA1',
  hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
});

let directory: string;
let market: WebServer;
let token: OAuth.Token;
let number = 0;
let externalId: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'market-test-'));
  market = await start({ port: 0, directory });
  token = await authorize();
});
afterAll(async () => {
  await market.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  number += 1;
  externalId = `X-${number}`;
  await fetch(`${market.url}api/faults`, { method: 'DELETE' });
});

const read = async <T>(path: string) => (await (await fetch(`${market.url}api/${path}`)).json()) as T;
const objects = () => read<MarketObject[]>('objects');
const log = () => read<{ calls: MarketCall[]; refusals: MarketCall[] }>('log');
const post = (path: string, body: unknown) =>
  fetch(`${market.url}api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const fault = (order: Json) => post('faults', order);

async function tokenFrom(path: string, data: Json, key?: OAuth.Token): Promise<OAuth.Token> {
  const url = `${market.url}restapi/security/oauth/${path}`;
  const header = oauth.toHeader(oauth.authorize({ url, method: 'POST', data }, key));
  const answer = await fetch(url, { method: 'POST', headers: { ...header } });
  const form = new URLSearchParams(await answer.text());
  return { key: form.get('oauth_token') ?? '', secret: form.get('oauth_token_secret') ?? '' };
}

async function authorize(): Promise<OAuth.Token> {
  const request = await tokenFrom('request_token', { oauth_callback: 'https://a.example/back' });
  const body = new URLSearchParams({ oauth_token: request.key, user: 'demo', decision: 'accept' });
  const confirm = `${market.url}restapi/security/oauth/confirm_access`;
  const decided = await fetch(confirm, { method: 'POST', body, redirect: 'manual' });
  const callback = new URL(decided.headers.get('location') ?? '');
  return tokenFrom('access_token', { oauth_verifier: callback.searchParams.get('oauth_verifier') }, request);
}

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
  const url = `${market.url}restapi/api/offer/v1.0${path}`;
  const header = oauth.toHeader(oauth.authorize({ url, method }, token));
  const isUpload = body instanceof Blob;
  const answer = await fetch(url, {
    method,
    headers: {
      ...header,
      accept: 'application/json',
      'content-type': isUpload ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
    },
    ...(body !== undefined && { body: isUpload ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

const object = (changes: Json = {}) => ({
  'realestates.apartmentBuy': {
    externalId,
    title: 'Title',
    address: { street: 'Lindenweg', houseNumber: '1', postcode: '80331', city: 'München' },
    showAddress: true,
    price: { value: 1000, currency: 'EUR', marketingType: 'PURCHASE', priceIntervalType: 'ONE_TIME_CHARGE' },
    livingSpace: 80,
    numberOfRooms: 3,
    courtage: { hasCourtage: 'NO' },
    ...changes,
  },
});
type Messages = [{ message: { id: string; messageCode: string; message: string } }];
const messageOf = ({ body }: { body: Json }) => (body['common.messages'] as Messages)[0].message;
const attachmentsOf = ({ body }: { body: Json }): Json[] =>
  (body['common.attachments'] as { attachment: Json | Json[] }[]).flatMap(({ attachment }) =>
    Array.isArray(attachment) ? attachment : [attachment],
  );
const create = async (): Promise<string> => messageOf(await call('POST', '/user/me/realestate', object())).id;
const NAMESPACES = { '@xmlns': { common: 'http://rest.immobilienscout24.de/schema/common/1.0' } };
/** A part with the documented headers; an empty value leaves its header or parameter out. */
const part = ({ name = '', file = '', type = '', named = '', encoding = '', bytes = '' }) =>
  [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}`,
    `Content-Type: ${type}${named && `; name=${named}`}`,
    ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : []),
    '',
    bytes,
    '',
  ].join('\r\n');
const described = (metadata: Json) => ({
  'common.attachment': { ...NAMESPACES, '@xsi.type': 'common:Picture', ...metadata },
});
const FILE = {
  name: 'attachment',
  file: 'a.jpg',
  type: 'image/jpeg',
  named: 'a.jpg',
  encoding: 'binary',
  bytes: 'bytes',
};
const METADATA = {
  name: 'metadata',
  file: 'body.json',
  type: 'application/json',
  named: 'body.json',
  encoding: 'binary',
  bytes: JSON.stringify(described({ title: 'a' })),
};
const upload = (...parts: Parameters<typeof part>[0][]) =>
  new Blob([...parts.map(part), `--${BOUNDARY}--\r\n`]);
const picture = (metadata: Json) => upload(FILE, { ...METADATA, bytes: JSON.stringify(described(metadata)) });

describe('the offer interface', () => {
  it('an unsigned call and a repeated nonce are refused', async () => {
    const url = `${market.url}restapi/api/offer/v1.0/user/me/publishchannel`;
    expect((await fetch(url)).status).toBe(401);
    const headers = { ...oauth.toHeader(oauth.authorize({ url, method: 'GET' }, token)) };
    expect((await fetch(url, { headers })).status).toBe(200);
    const replayed = await fetch(url, { headers });
    expect(JSON.stringify(await replayed.json())).toContain('OAUTH_NONCE_EXPIRED');
  });

  it('a new object is invisible until it is published', async () => {
    const id = await create();
    expect((await fetch(`${market.url}expose/${id}`)).status).toBe(404);
    const publish = {
      'common.publishObject': { realEstate: { '@id': id }, publishChannel: { '@id': '10000' } },
    };
    expect((await call('POST', '/publish', publish)).status).toBe(201);
    expect((await call('POST', '/publish', publish)).status).toBe(409);
    expect((await fetch(`${market.url}expose/${id}`)).status).toBe(200);
    const shown = (await call('GET', `/user/me/realestate/ext-${externalId}`)).body[
      'realestates.apartmentBuy'
    ];
    expect(shown).toMatchObject({
      '@id': id,
      realEstateState: 'ACTIVE',
      lift: 'false',
      cellar: 'NOT_APPLICABLE',
    });
    expect((await call('DELETE', `/publish/${id}_10000`)).status).toBe(200);
    expect((await call('DELETE', `/publish/${id}_10000`)).status).toBe(404);
    expect((await call('DELETE', `/user/me/realestate/${id}`)).status).toBe(200);
    expect((await call('DELETE', `/user/me/realestate/${id}`)).status).toBe(404);
  });

  it('a wrong order of fields, an unknown field and a second object with the same external id are refused', async () => {
    const { title, ...rest } = object()['realestates.apartmentBuy'];
    for (const wrong of [
      { ...rest, title },
      { ...object()['realestates.apartmentBuy'], extra: 1 },
    ]) {
      const answer = await call('POST', '/user/me/realestate', { 'realestates.apartmentBuy': wrong });
      expect(answer.status).toBe(412);
      expect(messageOf(answer).messageCode).toBe('ERROR_COMMON_SCHEMA_VALIDATION_FAILED');
    }
    await create();
    const second = await call('POST', '/user/me/realestate', object());
    expect([second.status, messageOf(second).message]).toEqual([
      412,
      expect.stringContaining('already exists for external id'),
    ]);
  });

  it.each([
    [{ livingSpace: 1.005 }, 201, ''],
    [{ livingSpace: 0 }, 412, 'NUMBER_IS_OUT_OF_RANGE'],
    [{ courtage: { hasCourtage: 'YES' } }, 412, "field 'courtage.courtage' is required"],
    [{ address: { street: 'S', houseNumber: '1', city: 'M' } }, 412, "field 'address.postcode' is required"],
  ])('an object with %j is answered with %i', async (change, status, text) => {
    const answer = await call('POST', '/user/me/realestate', object(change));
    expect(answer.status).toBe(status);
    expect(messageOf(answer).message).toContain(text);
  });

  it('newer energy sources are accepted only with their query parameter', async () => {
    const { price, livingSpace, numberOfRooms, courtage, ...before } = object()['realestates.apartmentBuy'];
    const body = {
      'realestates.apartmentBuy': {
        ...before,
        energySourcesEnev2014: { energySourceEnev2014: ['HYDRO_ENERGY'] },
        price,
        livingSpace,
        numberOfRooms,
        courtage,
      },
    };
    expect((await call('POST', '/user/me/realestate', body)).status).toBe(412);
    const asked = '/user/me/realestate?usenewenergysourceenev2014values=true';
    expect((await call('POST', asked, body)).status).toBe(201);
  });

  it('an object without a contact gets the default contact, which cannot be deleted', async () => {
    const contact = { 'common.realtorContactDetail': { email: 'a@example.org', lastname: 'A' } };
    const { id } = messageOf(await call('POST', '/user/me/contact', contact));
    const {
      apartmentType: _none,
      price,
      livingSpace,
      numberOfRooms,
      courtage,
      ...before
    } = {
      apartmentType: '',
      ...object()['realestates.apartmentBuy'],
    };
    const tail = { price, livingSpace, numberOfRooms, courtage };
    const mine = { 'realestates.apartmentBuy': { ...before, contact: { '@id': id }, ...tail } };
    const made = messageOf(await call('POST', '/user/me/realestate', mine)).id;
    const contactOf = async () => (await objects()).find((one) => one.id === made)?.contactId;
    expect(await contactOf()).toBe(id);
    await call('PUT', `/user/me/realestate/${made}`, object());
    const standard = (await read<MarketContact[]>('contacts?user=demo')).find(
      ({ isDefault }) => isDefault,
    )?.id;
    expect(await contactOf()).toBe(standard);
    expect((await call('DELETE', `/user/me/contact/${standard}`)).status).toBe(412);
  });

  it('an object has exactly one title picture: the first, until another is named or it is removed', async () => {
    const path = `/user/me/realestate/${await create()}/attachment`;
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c']) ids.push(messageOf(await call('POST', path, picture({ title }))).id);
    const titlePicture = async () =>
      attachmentsOf(await call('GET', path))
        .filter((one) => one['titlePicture'] === 'true')
        .map((one) => one['title']);
    expect(await titlePicture()).toEqual(['a']);
    await call('PUT', `${path}/${ids[1]}`, described({ title: 'b', titlePicture: true }));
    expect(await titlePicture()).toEqual(['b']);
    await call('DELETE', `${path}/${ids[1]}`);
    expect(await titlePicture()).toEqual(['a']);
    expect((await call('GET', `${path}/attachmentsorder`)).body).toEqual({
      'attachmentsorder.attachmentsorder': { attachmentId: [ids[0], ids[2]] },
    });
  });

  it('an upload in the documented form is stored byte for byte', async () => {
    const path = `/user/me/realestate/${await create()}/attachment`;
    const bytes = `\r\n\r\nx\0--${BOUNDARY}\r\n--${BOUNDARY.slice(0, -1)}\r\n`;
    const { id } = messageOf(await call('POST', path, upload({ ...FILE, bytes }, METADATA)));
    const object = (await objects()).find(({ attachments }) => attachments.some((one) => one.id === id));
    expect(await (await fetch(`${market.url}media/${object?.id}/${id}`)).text()).toBe(bytes);
  });

  const withoutNamespace = JSON.stringify({ 'common.attachment': { '@xsi.type': 'common:Picture' } });
  it.each([
    ['the metadata first', [METADATA, FILE], 412, 'the parts must be attachment, then metadata'],
    ['the file alone', [FILE], 412, 'they are attachment'],
    ['a third part', [FILE, METADATA, METADATA], 412, 'the parts must be'],
    ['a file without a name', [{ ...FILE, file: '' }, METADATA], 412, 'the part attachment needs a file name'],
    ['metadata without a name', [FILE, { ...METADATA, file: '' }], 412, 'the part metadata needs a file name'],
    ['a file without its name in the type', [{ ...FILE, named: '' }, METADATA], 412, 'must carry the name'],
    ['metadata without its name in the type', [FILE, { ...METADATA, named: '' }], 412, 'must carry the name'],
    ['a file without its encoding', [{ ...FILE, encoding: '' }, METADATA], 412, 'Content-Transfer-Encoding'],
    ['metadata without its encoding', [FILE, { ...METADATA, encoding: '' }], 412, 'Content-Transfer-Encoding'],
    ['a file in base64', [{ ...FILE, encoding: 'base64' }, METADATA], 412, 'Content-Transfer-Encoding'],
    ['a file of another type', [{ ...FILE, type: 'image/webp' }, METADATA], 415, 'image/webp'],
    ['metadata as text', [FILE, { ...METADATA, type: 'text/plain' }], 415, 'application/json'],
    ['metadata that is no JSON', [FILE, { ...METADATA, bytes: '{' }], 412, 'NO_JSON'],
    ['metadata without its namespace', [FILE, { ...METADATA, bytes: withoutNamespace }], 412, '@xmlns'],
  ])('an upload is refused with %s', async (_what, parts, status, reason) => {
    const path = `/user/me/realestate/${await create()}/attachment`;
    const answer = await call('POST', path, upload(...parts));
    expect(answer.status).toBe(status);
    expect(messageOf(answer).message).toContain(reason);
    expect((await log()).refusals.at(-1)).toMatchObject({ method: 'POST', refusal: { message: expect.stringContaining(reason) } });
  }); // oxfmt-ignore

  it('an object of another type is shown with its type, which cannot change', async () => {
    await post('objects', { type: 'houseBuy', externalId });
    const shown = await call('GET', `/user/me/realestate/ext-${externalId}`);
    expect(Object.keys(shown.body)).toEqual(['realestates.houseBuy']);
    const { id } = (await objects()).find((one) => one.externalId === externalId)!;
    const answer = await call('PUT', `/user/me/realestate/${id}`, object());
    expect([answer.status, messageOf(answer)]).toMatchObject([
      412,
      {
        messageCode: 'ERROR_COMMON_SCHEMA_VALIDATION_FAILED',
        message: 'unexpected element realestates.apartmentBuy, the object is a houseBuy',
      },
    ]);
    expect((await call('POST', '/user/me/realestate', object())).status).toBe(412);
  });

  it('an object of any root keeps it, and its page shows root, deal and price', async () => {
    const { price: _sale, livingSpace: _area, numberOfRooms: _rooms, courtage, ...head } = object()['realestates.apartmentBuy']; // oxfmt-ignore
    const store = {
      ...head,
      commercializationType: 'RENT',
      price: { value: 1250, currency: 'EUR', marketingType: 'RENT', priceIntervalType: 'MONTH' },
      netFloorSpace: 84,
      courtage,
    };
    const { id } = messageOf(await call('POST', '/user/me/realestate', { 'realestates.store': store }));
    const shown = await call('GET', `/user/me/realestate/${id}`);
    expect(shown.body).toMatchObject({ 'realestates.store': { '@id': id, netFloorSpace: 84 } });
    const other = await call('PUT', `/user/me/realestate/${id}`, object());
    expect(messageOf(other).message).toBe(
      'unexpected element realestates.apartmentBuy, the object is a store',
    );
    await call('POST', '/publish', {
      'common.publishObject': { realEstate: { '@id': id }, publishChannel: { '@id': '10000' } },
    });
    for (const page of [`${market.url}expose/${id}`, market.url]) {
      const text = await (await fetch(page)).text();
      for (const fact of ['store', 'for rent', '84 m²', '1,250 € a month']) expect(text).toContain(fact);
    }
  });

  it('an account publishes one object at a time', async () => {
    const id = await create();
    const publish = {
      'common.publishObject': { realEstate: { '@id': id }, publishChannel: { '@id': '10000' } },
    };
    const answers = await Promise.all([call('POST', '/publish', publish), call('POST', '/publish', publish)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('faults', () => {
  it('a fault answers as ordered, as often as ordered', async () => {
    await fault({ path: '/publishchannel', status: 429, retryAfter: 7, times: 1 });
    expect((await call('GET', '/user/me/publishchannel')).status).toBe(429);
    expect((await call('GET', '/user/me/publishchannel')).status).toBe(200);
  });

  it('a fault answers with any body, like a proxy in front of the marketplace', async () => {
    const before = (await log()).refusals.length;
    const order = { path: '/publishchannel', status: 302, location: 'https://login.example.org/', body: '<p>Moved', proxy: true, times: 1 } as const; // oxfmt-ignore
    await fault(order);
    const url = `${market.url}restapi/api/offer/v1.0/user/me/publishchannel`;
    const answer = await fetch(url, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
      302,
      order.location,
      order.body,
    ]);
    expect(answer.headers.has('l-is24-requestrefnum')).toBe(false);
    await fault({ path: '/publishchannel', status: 200, body: 'x', bodyBytes: 3_000_000, times: 1 });
    expect(await (await fetch(url)).text()).toHaveLength(3_000_000);
    await fault({ path: '/publishchannel', status: 503, code: 'X', times: 1 });
    await call('GET', '/user/me/publishchannel');
    expect((await log()).calls.at(-1)?.refusal).toMatchObject({ code: 'X', ordered: true });
    expect((await log()).refusals).toHaveLength(before);
  });

  it('a fault cuts an answer in its middle', async () => {
    await fault({ path: '/publishchannel', cut: 'within', times: 1 });
    await expect(call('GET', '/user/me/publishchannel')).rejects.toThrow();
  });

  it('a fault loses an answer after the work was done', async () => {
    await fault({ method: 'POST', path: '/realestate', cut: 'after', times: 1 });
    await expect(call('POST', '/user/me/realestate', object())).rejects.toThrow();
    expect((await objects()).filter((one) => one.externalId === externalId)).toHaveLength(1);
  });
});

it('objects, files and access survive a restart of the marketplace', async () => {
  const id = await create();
  await call('POST', `/user/me/realestate/${id}/attachment`, picture({ title: 'kept' }));
  await market.close();
  market = await start({ port: 0, directory });
  const [attachment] = attachmentsOf(await call('GET', `/user/me/realestate/${id}/attachment`));
  const media = await fetch(`${market.url}media/${id}/${String(attachment?.['@id'])}`);
  expect(await media.text()).toBe('bytes');
});

it('revoked access is refused', async () => {
  expect(await (await post('revoke', {})).json()).toEqual({ revoked: expect.any(Number) });
  expect((await call('GET', '/user/me/publishchannel')).status).toBe(401);
});
