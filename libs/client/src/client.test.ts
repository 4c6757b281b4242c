import { afterEach, describe, expect, it } from 'vitest';
import { startFakeService, refusal } from '../test/fake-service.ts';
import type { FakeService, Received, Scripted } from '../test/fake-service.ts';
import { ApiError, Client, ConnectionError, etagOf, isApiError } from './index.ts';
import type { ClientOptions } from './index.ts';

const open: FakeService[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

async function against(
  script: (request: Received, count: number) => Scripted | undefined,
  options: Partial<ClientOptions> = {},
) {
  const service = await startFakeService(script);
  open.push(service);
  return {
    received: service.received,
    client: new Client({ baseUrl: `${service.url}/`, apiKey: 'rek_live_x', ...options }),
  };
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const one of all) seen.push(one);
  return seen;
}

const id = (number: number) => String(number).padStart(20, '0');

describe('a call', () => {
  it('a call of a page that has a session carries no key', async () => {
    const service = await startFakeService(() => ({ body: { id: id(1) } }));
    open.push(service);
    await new Client({ baseUrl: service.url }).account.get();
    expect(service.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('a call carries the key, the contract it was made for and its body', async () => {
    const { client, received } = await against(() => ({ status: 201, body: { id: id(1) } }));
    const contact = { email: 'a@example.org', lastName: 'B' };
    expect(await client.contacts.create(contact)).toEqual({ id: id(1) });
    expect(received[0]).toMatchObject({ method: 'POST', path: '/contacts', body: contact });
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer rek_live_x',
      'service-version': '2026-11-01',
      'content-type': 'application/json',
    });
    expect(received[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[string, (client: Client) => Promise<unknown>, string]>([
    ['a property', (client) => client.properties.get('a'), 'GET /properties/a'],
    ['an update', (client) => client.targets.delete('a'), 'DELETE /targets/a'],
    ['a check', (client) => client.targets.check('a'), 'POST /targets/a/check'],
    [
      'a pause of a target',
      (client) => client.targets.pause('a', { reason: 'The portal moves.' }),
      'POST /targets/a/pause',
    ],
    ['statistics of a target', (client) => client.targets.statistics('a'), 'GET /targets/a/statistics'],
    [
      'statistics of a property',
      (client) => client.properties.statistics('a'),
      'GET /properties/a/statistics',
    ],
    [
      'where properties are listed',
      (client) => client.properties.listings({ propertyIds: 'a,b' }),
      'GET /property-listings',
    ],
    ['statistics', (client) => client.account.statistics(), 'GET /account/statistics'],
    ['its end', (client) => client.targets.resume('a'), 'POST /targets/a/resume'],
    [
      'a rotation of a feed',
      (client) => client.targets.rotateFeedToken('a'),
      'POST /targets/a/rotate-feed-token',
    ],
    [
      'a dry run',
      (client) => client.listings.validate({ propertyId: 'a', targetId: 'b' }),
      'POST /listings/validate',
    ],
    ['a retry', (client) => client.listings.retry('a'), 'POST /listings/a/retry'],
    ['a preview', (client) => client.listings.preview('a'), 'GET /listings/a/preview'],
    ['a request', (client) => client.requests.get('a'), 'GET /requests/a'],
    ['an erased request', (client) => client.requests.delete('a'), 'DELETE /requests/a'],
    ['an erasure', (client) => client.erasures.create({ email: 'a@example.org' }), 'POST /erasures'],
    ['its state', (client) => client.erasures.get('a'), 'GET /erasures/a'],
    ['a retention', (client) => client.retention.get(), 'GET /account/retention'],
    ['publishing settings', (client) => client.account.publishing(), 'GET /account/publishing'],
    [
      'other publishing settings',
      (client) => client.account.setPublishing({ hiddenAddress: 'omit' }),
      'PUT /account/publishing',
    ],
    ['the logo', (client) => client.account.logo(), 'GET /account/logo'],
    ['another logo', (client) => client.account.setLogo({ url: 'https://a.org' }), 'PUT /account/logo'],
    ['no logo', (client) => client.account.deleteLogo(), 'DELETE /account/logo'],
    ['another retention', (client) => client.retention.set({ requestsDays: 90 }), 'PUT /account/retention'],
    ['an email', (client) => client.mails.get('a'), 'GET /mails/a'],
    ['the reading of an email', (client) => client.mails.reparse('a'), 'POST /mails/a/reparse'],
    ['a report', (client) => client.reports.get('a'), 'GET /reports/a'],
    ['the mark on an email', (client) => client.mails.done('a'), 'POST /mails/a/done'],
    ['a rotation', (client) => client.webhooks.rotateKey('a'), 'POST /webhooks/a/rotate-key'],
    ['a receiver check', (client) => client.webhooks.verify('a'), 'POST /webhooks/a/verify'],
    ['a pause', (client) => client.webhooks.pause('a'), 'POST /webhooks/a/pause'],
    ['an end of it', (client) => client.webhooks.resume('a'), 'POST /webhooks/a/resume'],
    [
      'a resend of many',
      (client) => client.webhooks.resend('a', { since: '2026-11-01T00:00:00Z' }),
      'POST /webhooks/a/resend',
    ],
    ['its progress', (client) => client.webhooks.resendProgress('a', 'b'), 'GET /webhooks/a/resends/b'],
    ['a test event', (client) => client.webhooks.test('a', 'request.created'), 'POST /webhooks/a/test'],
    ['deliveries', (client) => client.deliveries.list('a'), 'GET /webhooks/a/deliveries'],
    ['a delivery', (client) => client.deliveries.get('a', 'b'), 'GET /webhooks/a/deliveries/b'],
    ['a resend', (client) => client.deliveries.resend('a', 'b'), 'POST /webhooks/a/deliveries/b/resend'],
    ['events', (client) => client.events.list(), 'GET /events'],
    ['the audit log', (client) => client.auditLog.list(), 'GET /audit-log'],
    ['the request log', (client) => client.requestLog.list(), 'GET /request-log'],
    ['the account', (client) => client.account.get(), 'GET /account'],
    [
      'consumer credentials',
      (client) => client.account.setConsumerCredentials({ key: 'k', secret: 's' }),
      'PUT /account',
    ],
    [
      'sandbox credentials',
      (client) => client.account.setSandboxConsumerCredentials({ key: 'k', secret: 's' }),
      'PUT /account/sandbox',
    ],
    ['a revocation', (client) => client.apiKeys.delete('a'), 'DELETE /account/api-keys/a'],
    ['a removed user', (client) => client.users.delete('u'), 'DELETE /account/users/u'],
    ['property types', (client) => client.propertyTypes.list(), 'GET /property-types'],
    ['a property type', (client) => client.propertyTypes.get('plotBuy'), 'GET /property-types/plotBuy'],
    ['target types', (client) => client.targetTypes.list(), 'GET /target-types'],
    ['an id with a slash', (client) => client.contacts.get('a/../b?c'), 'GET /contacts/a%2F..%2Fb%3Fc'],
  ])('a call for %s goes to its route', async (_title, call, route) => {
    const { client, received } = await against(() => ({ body: { hasMore: false, data: [] } }));
    await call(client);
    expect(`${String(received[0]?.method)} ${String(received[0]?.path)}`).toBe(route);
  });

  it('a call never takes an empty id for the list', async () => {
    const { client, received } = await against(() => ({}));
    expect(() => client.properties.get('')).toThrow(TypeError);
    expect(received).toEqual([]);
  });

  it('a call changes a resource only if it is what was read before', async () => {
    const { client, received } = await against(() => ({ headers: { etag: '"7"' }, body: { id: id(1) } }));
    const property = await client.properties.get(id(1));
    await client.properties.delete(property.id, { ifMatch: etagOf(property) });
    expect(received[1]?.headers['if-match']).toBe('"7"');
  });

  it('an entry of a list has no ETag, and asking for one is an error, so that nothing is overwritten unseen', async () => {
    const { client } = await against(() => ({
      headers: { etag: '"7"' },
      body: { hasMore: false, data: [{ id: id(1) }] },
    }));
    for await (const property of client.properties.all()) {
      expect(() => etagOf(property)).toThrow(new TypeError('No ETag: read it with get().'));
    }
    expect.assertions(1);
  });

  it('a call goes through the fetch that is given', async () => {
    const urls: string[] = [];
    const given: typeof fetch = (url) => {
      urls.push(url as string);
      return Promise.resolve(new Response('{"hasMore":false,"data":[]}'));
    };
    const client = new Client({ baseUrl: '', apiKey: 'k', fetch: given });
    await client.listings.list({ propertyId: id(1), published: false, limit: undefined });
    expect(urls).toEqual([`/listings?propertyId=${id(1)}&published=false`]);
  });

  it('a call selects properties by all that the API selects by', async () => {
    const { client, received } = await against(() => ({ body: { hasMore: false, data: [], count: 0 } }));
    const words = { externalId: 'A/1', q: 'mün haus', contactId: 'c' };
    const query = { ...words, processingStatus: 'failed', count: true } as const;
    expect(await client.properties.list(query)).toMatchObject({ count: 0 });
    expect(received[0]?.query).toEqual({ ...query, count: 'true' });
  });

  it('a call shows a preview as it is, with its media type', async () => {
    const xml = { headers: { 'content-type': 'application/xml; charset=utf-8' }, text: '<openimmo/>' };
    const { client } = await against(() => xml);
    expect(await client.listings.preview('a')).toEqual({
      mediaType: 'application/xml; charset=utf-8',
      body: '<openimmo/>',
    });
  });

  it('a call gets the image of an attachment as bytes with their media type, and knows its address', async () => {
    const picture = { headers: { 'content-type': 'image/png' }, text: 'the picture' };
    const { client, received } = await against(() => picture);
    const { mediaType, bytes } = await client.properties.image('a', 2, { width: 320 });
    expect([mediaType, await bytes.text()]).toEqual(['image/png', 'the picture']);
    expect(received[0]).toMatchObject({ path: '/properties/a/attachments/2/image', query: { width: '320' } });
    const page = new Client({ baseUrl: '' });
    expect(page.properties.imageUrl('a', 0)).toBe('/properties/a/attachments/0/image');
    expect(page.properties.imageUrl('a', 2, { width: 160 })).toBe(
      '/properties/a/attachments/2/image?width=160',
    );
  });

  it('a call gets an uploaded attachment as bytes with their media type', async () => {
    const file = { headers: { 'content-type': 'application/pdf' }, text: 'the plan' };
    const { client, received } = await against(() => file);
    const { mediaType, bytes } = await client.attachments.get('a b');
    expect([mediaType, await bytes.text()]).toEqual(['application/pdf', 'the plan']);
    expect(received[0]).toMatchObject({ path: '/attachments/a%20b' });
  });

  it('a call uploads a file as it is, with its type and its name, and repeats it with the same key', async () => {
    const { client, received } = await against((_request, count) =>
      count === 1 ? refusal(503, 'service-unavailable') : { status: 201, body: { id: 'a', url: 'u' } },
    );
    const photo = new File(['a photo'], 'garden.jpg', { type: 'image/jpeg' });
    expect(await client.attachments.upload(photo)).toEqual({ id: 'a', url: 'u' });
    await client.attachments.upload(new Blob(['bytes']), { fileName: 'plan.pdf' });
    const [first, second, third] = received;
    expect(first).toMatchObject({
      ...{ method: 'POST', path: '/attachments', query: { fileName: 'garden.jpg' }, body: 'a photo' },
      headers: { 'content-type': 'image/jpeg' },
    });
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.body).toBe('a photo');
    expect(third).toMatchObject({
      query: { fileName: 'plan.pdf' },
      headers: { 'content-type': 'application/octet-stream' },
    });
  });

  it('a call for the image of an attachment that is still processed is an ApiError', async () => {
    const { client } = await against(() => refusal(409, 'attachment-pending'));
    await expect(client.properties.image('a', 0)).rejects.toMatchObject({
      status: 409,
      code: 'attachment-pending',
    });
  });

  it('a call is not made with something that is no key', () => {
    expect(() => new Client({ baseUrl: '', apiKey: 'a\nb' })).toThrow(TypeError);
    expect(() => new Client({ baseUrl: '', apiKey: '' })).toThrow(TypeError);
  });
});

describe('an error answer', () => {
  it('an error answer is an ApiError with status, code, request id and every broken field', async () => {
    const details = [{ path: 'email', message: 'email is required', code: 'required' }];
    const { client } = await against(() => {
      const answer = refusal(400, 'validation-failed');
      return { ...answer, body: { ...(answer.body as object), details } };
    });
    const error = await client.contacts.create({ email: '', lastName: '' }).catch((one: unknown) => one);
    expect(isApiError(error)).toBe(true);
    expect(isApiError(error, 'validation-failed')).toBe(true);
    expect(isApiError(error, 'other')).toBe(false);
    expect(error).toMatchObject({ status: 400, code: 'validation-failed', requestId: 'req-1', details });
    expect((error as Error).message).toBe('Refused: validation-failed.');
  });

  it('an error answer that is not of the service still says what arrived', async () => {
    const { client } = await against(() => ({ status: 404, text: '<h1>proxy</h1>' }));
    await expect(client.account.get()).rejects.toMatchObject({ status: 404, code: 'unreadable-answer' });
  });

  it('an error answer in place of a list is an error too', async () => {
    const { client } = await against(() => ({ status: 200, body: { welcome: true } }));
    await expect(client.contacts.list()).rejects.toMatchObject({ status: 200, code: 'unreadable-answer' });
  });

  it('an error answer in place of the JSON of a success is an error too', async () => {
    const { client } = await against(() => ({ status: 200, text: '<h1>sign in</h1>' }));
    await expect(client.account.get()).rejects.toMatchObject({ status: 200, code: 'unreadable-answer' });
  });
});

describe('what may pass', () => {
  it.each<[string, Scripted]>([
    ['a rate limit', refusal(429, 'rate-limited', { 'retry-after': '0' })],
    ['a service that is unavailable', refusal(503, 'unavailable', { 'retry-after': '0' })],
    ['a broken gateway before the service', { status: 502, text: 'bad gateway' }],
    ['a slow one', { status: 504, text: '' }],
    ['a cut connection', { cut: 'before' }],
    ['a cut answer', { cut: 'within' }],
    ['the same call still running', refusal(409, 'idempotency-in-progress', { 'retry-after': '0' })],
  ])('a transient failure (%s) is retried with the same Idempotency-Key', async (_title, trouble) => {
    const { client, received } = await against((_request, count) =>
      count === 1 ? trouble : { body: { id: 'x' } },
    );
    expect(await client.contacts.create({ email: 'a@b.de', lastName: 'B' })).toEqual({ id: 'x' });
    expect(received).toHaveLength(2);
    expect(received[1]?.headers['idempotency-key']).toBe(received[0]?.headers['idempotency-key']);
  });

  it('a transient failure is thrown after the last retry', async () => {
    const { client, received } = await against(() => refusal(503, 'unavailable'), { retries: 1 });
    await expect(client.account.get()).rejects.toBeInstanceOf(ApiError);
    expect(received).toHaveLength(2);
  });

  it('a transient failure is not retried when Retry-After is longer than a minute', async () => {
    const { client, received } = await against(() => refusal(429, 'rate-limited', { 'retry-after': '3600' }));
    await expect(client.account.get()).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(received).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 412, 422, 500])(
    'a response with status %i is not retried',
    async (status) => {
      const { client, received } = await against(() => refusal(status, 'final'));
      await expect(client.account.get()).rejects.toMatchObject({ status });
      expect(received).toHaveLength(1);
    },
  );

  it('a response that takes too long is retried, and thrown after the last retry', async () => {
    let attempts = 0;
    const silent: typeof fetch = (_url, init) => {
      attempts += 1;
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    };
    const client = new Client({ baseUrl: '', apiKey: 'k', fetch: silent, timeoutMs: 20, retries: 1 });
    await expect(client.account.get()).rejects.toMatchObject({
      ...{ name: 'ConnectionError', code: 'timed-out' },
      message: '/account did not respond in time.',
    });
    expect(attempts).toBe(2);
  });

  it('a call to a port where nobody listens is a ConnectionError that names the host and the cause', async () => {
    const service = await startFakeService(() => undefined);
    await service.close();
    const client = new Client({ baseUrl: service.url, apiKey: 'k', retries: 0 });
    const error = await client.account.get().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: `${service.url}/account could not be reached: connect ECONNREFUSED ${new URL(service.url).host}.`,
    });
  });

  it.each([
    ['several addresses', new AggregateError([new Error('refused ::1'), new Error('refused 127.0.0.1')])],
    ['no cause', undefined],
  ])('a connection that fails with %s names its host and the cause, and no query', async (_what, cause) => {
    const failing = () => Promise.reject(new TypeError('Failed to fetch', { cause }));
    const client = new Client({ baseUrl: 'https://api.test', apiKey: 'k', fetch: failing, retries: 0 });
    const words = cause ? 'refused ::1, refused 127.0.0.1' : 'Failed to fetch';
    await expect(client.properties.list({ q: 'Anna Adler' })).rejects.toMatchObject({
      message: `https://api.test/properties could not be reached: ${words}.`,
    });
  });
});

describe('an aborted signal', () => {
  it('an aborted signal ends a running call with its reason', async () => {
    const { client, received } = await against(() => undefined);
    const controller = new AbortController();
    const call = client.account.get({ signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(received.length).toBeLessThanOrEqual(1);
  });

  it('an aborted signal ends the pause before a repeat', async () => {
    const controller = new AbortController();
    const { client, received } = await against(() => refusal(503, 'unavailable', { 'retry-after': '50' }));
    const call = client.account.get({ signal: controller.signal });
    while (received.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(received).toHaveLength(1);
  });
});

describe('a timeline', () => {
  it('a timeline is read to its end, of a property as of a listing', async () => {
    const { client, received } = await against(({ query }) => ({
      body: query['startAfter']
        ? { hasMore: false, data: [{ id: id(1), kind: 'listing_created' }] }
        : { hasMore: true, data: [{ id: id(2), kind: 'publication_attempt' }] },
    }));
    const kinds = async (entries: AsyncIterable<{ kind: string }>) =>
      (await collect(entries)).map(({ kind }) => kind);
    expect(await kinds(client.listings.timeline(id(7)).all())).toEqual([
      'publication_attempt',
      'listing_created',
    ]);
    expect(await kinds(client.properties.timeline(id(8)).all())).toHaveLength(2);
    const [first, next] = [{ limit: '100' }, { limit: '100', startAfter: id(2) }];
    expect(received.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: `/listings/${id(7)}/timeline`, query: first },
      { path: `/listings/${id(7)}/timeline`, query: next },
      { path: `/properties/${id(8)}/timeline`, query: first },
      { path: `/properties/${id(8)}/timeline`, query: next },
    ]);
  });
});

describe('a summary', () => {
  it('a summary is asked for by the number of days, of a webhook, a target and the whole account', async () => {
    const summary = { succeeded: 3, failed: 1, days: [{ date: '2026-11-01', succeeded: 3, failed: 1 }] };
    const { client, received } = await against(() => ({ body: summary }));
    expect(await client.webhooks.summary(id(7), { days: 1 })).toEqual(summary);
    expect(await client.targets.summary(id(8))).toEqual(summary);
    expect(await client.account.activity({ days: 7 })).toEqual(summary);
    expect(received.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: `/webhooks/${id(7)}/summary`, query: { days: '1' } },
      { path: `/targets/${id(8)}/summary`, query: {} },
      { path: '/account/activity', query: { days: '7' } },
    ]);
  });
});

describe('walking through a list', () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({ id: id(index + 1) }));
  const pageAfter = ({ query }: Received, size = 3) => {
    const from = rows.findIndex((row) => row.id === query['startAfter']) + 1;
    const data = rows.slice(from, from + size);
    return { data, hasMore: from + data.length < rows.length };
  };

  it('walking through a list gives every resource once, page by page as they are needed', async () => {
    const { client, received } = await against((request) => ({ body: pageAfter(request) }));
    const seen: string[] = [];
    for await (const property of client.properties.all()) {
      seen.push(property.id);
      expect(received.length).toBe(Math.ceil(seen.length / 3));
    }
    expect(seen).toEqual(rows.map((row) => row.id));
    expect(received.map(({ query }) => query['limit'])).toEqual(['100', '100', '100']);
  });

  it('a page of a list has its count when the API sends one', async () => {
    const { client } = await against(() => ({
      body: { hasMore: true, data: rows.slice(0, 1), count: 10_000, countIsLimited: true },
    }));
    expect(await client.properties.list({ limit: 1 })).toEqual({
      hasMore: true,
      data: rows.slice(0, 1),
      count: 10_000,
      countIsLimited: true,
    });
  });

  it('walking through a list works for the plain array of targets', async () => {
    const { client } = await against((request) => {
      const { data, hasMore } = pageAfter(request);
      const link = `</targets?limit=3&startAfter=${String(data.at(-1)?.id)}>; rel="next"`;
      return { body: data, ...(hasMore && { headers: { link } }) };
    });
    expect(await client.targets.list()).toMatchObject({ hasMore: true });
    const seen = await collect(client.targets.all());
    expect(seen.map((target) => target.id)).toEqual(rows.map((row) => row.id));
  });

  it('walking through a list goes on behind a page that is empty but has more', async () => {
    const { client } = await against(({ query }) =>
      query['startAfter'] === undefined
        ? {
            body: { hasMore: true, data: [] },
            headers: { link: `</events?startAfter=${id(5)}>; rel="next"` },
          }
        : { body: { hasMore: false, data: [{ eventId: id(6) }] } },
    );
    expect(await collect(client.events.all())).toEqual([{ eventId: id(6) }]);
  });

  it('walking through a search goes on where it ended, not after the last resource of the page', async () => {
    const { client, received } = await against(({ query }) =>
      query['startAfter'] === undefined
        ? { body: { hasMore: true, continueAfter: id(5), data: [rows[0]] } }
        : { body: { hasMore: false, data: [] } },
    );
    expect(await client.properties.list({ q: 'a b' })).toMatchObject({ continueAfter: id(5) });
    expect(await collect(client.properties.all({ q: 'a b' }))).toEqual([rows[0]]);
    expect(received.at(-1)?.query['startAfter']).toBe(id(5));
  });
});
