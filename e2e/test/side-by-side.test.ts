import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import type { Question, Reply } from './support/ask.ts';
import { contactInput, propertyInput } from './support/data.ts';
import { OPERATOR_TOKEN, startServices } from './support/services.ts';
import type { Services } from './support/services.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS } from './support/world.ts';

/** As a burst; a window lasts ten minutes, so that none ends within a test. */
const LIMIT = 120;
let services: Services;
beforeAll(async () => {
  services = await startServices(['api-gateway', 'api-gateway', 'catalog', 'catalog', 'distribution'], {
    RATE_LIMIT_PER_MINUTE: String(LIMIT / 10),
    RATE_LIMIT_BURST: String(LIMIT),
    // Long enough for a busy machine; what a killed catalog was asked is abandoned after it.
    ASK_TIMEOUT_MS: '15000',
  });
}, START_TIMEOUT_MS);
afterAll(() => services.close());

const call = (nth: number, path: string, question: Question = {}): Promise<Reply> =>
  ask(`${services.gateways[nth % services.gateways.length] ?? ''}${path}`, question);

/** A key of a new account; each has its own rate limit. */
async function newKey(): Promise<{ id: string; key: string }> {
  const question = { method: 'POST', key: OPERATOR_TOKEN, body: { name: 'Side by side' } };
  const { body } = await call(0, '/admin/accounts', question);
  return body['apiKey'] as { id: string; key: string };
}

const create = (nth: number, key: string, more: { externalId: string; idempotencyKey?: string }) =>
  call(nth, '/properties', {
    method: 'POST',
    key,
    body: propertyInput({ externalId: more.externalId }),
    ...(more.idempotencyKey !== undefined && { headers: { 'idempotency-key': more.idempotencyKey } }),
  });

/** Asks again while a service has no time, as callers do; an Idempotency-Key makes that safe. */
const createAtLast = (...order: Parameters<typeof create>): Promise<Reply> =>
  until({
    what: 'an answer other than 503',
    look: () => create(...order),
    good: ({ status }) => status !== 503,
  });

const propertiesOf = async (key: string) => {
  const { body } = await call(0, '/properties?limit=100', { key });
  return body['data'] as { id: string; externalId: string }[];
};

describe('two gateways and two catalogs', () => {
  it('two gateways carry out a call with an Idempotency-Key once', async () => {
    const { key } = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        createAtLast(nth, key, { externalId: 'once', idempotencyKey: 'k-1' }),
      ),
    );
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const [only, ...others] = await propertiesOf(key);
    expect(others).toEqual([]);
    for (const { status, body } of answers) if (status === 201) expect(body['id']).toBe(only?.id);
  });

  it('two gateways give an external id to one property only', async () => {
    const { key } = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        createAtLast(nth, key, { externalId: 'mine', idempotencyKey: `mine-${String(nth)}` }),
      ),
    );
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    for (const { status, body } of answers.filter((answer) => answer !== made)) {
      expect([status, body['code']]).toEqual([400, 'external-id-taken']);
      expect(body['message']).toContain(String(made?.body['id']));
    }
  });

  it('two gateways count the requests of a key together', async () => {
    const { key } = await newKey();
    const answers: Reply[] = [];
    for (let round = 0; round < 4; round += 1) {
      const questions = Array.from({ length: LIMIT / 2 }, (_, nth) => call(nth, '/contacts', { key }));
      answers.push(...(await Promise.all(questions)));
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(LIMIT);
    // A call that a busy machine has no time for counts, too.
    const served = answers.filter((answer) => !refused.includes(answer));
    for (const { status } of served) expect([200, 503]).toContain(status);
    expect(served.filter(({ status }) => status === 200).length).toBeGreaterThan(LIMIT / 2);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('two gateways accept one of many concurrent changes with If-Match', async () => {
    const { key } = await newKey();
    const made = await call(0, '/contacts', { method: 'POST', key, body: contactInput });
    const etag = String(made.headers.get('etag'));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        call(nth, `/contacts/${String(made.body['id'])}`, {
          method: 'PUT',
          key,
          body: { ...contactInput, lastName: `Writer ${String(nth)}` },
          headers: { 'if-match': etag },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
  });

  it('both gateways reject a revoked API key', async () => {
    const first = await newKey();
    const body = { name: 'successor' };
    const second = await call(0, '/account/api-keys', { method: 'POST', key: first.key, body });
    for (const nth of [0, 1]) expect((await call(nth, '/contacts', { key: first.key })).status).toBe(200);
    const revoked = await call(1, `/account/api-keys/${first.id}`, {
      method: 'DELETE',
      key: String(second.body['key']),
    });
    expect(revoked.status).toBe(200);
    for (const nth of [0, 1]) {
      await until({
        what: 'the key to be refused',
        look: async () => (await call(nth, '/contacts', { key: first.key })).status,
        good: (status) => status === 401,
      });
    }
  });

  it('a call creates one property although gateway and catalog are killed during it', async () => {
    const { key } = await newKey();
    const calls = Array.from({ length: 24 }, (_, nth) => ({
      externalId: `crash-${String(nth)}`,
      idempotencyKey: `crash-${String(nth)}`,
    }));
    const [gateway] = services.replicas.filter(({ name }) => name === 'api-gateway');
    const [catalog] = services.replicas.filter(({ name }) => name === 'catalog');
    const survivor = 1;
    const running = calls.map((one, nth) => create(nth, key, one).catch(() => undefined));
    await Promise.race(running);
    await Promise.all([gateway?.kill(), catalog?.kill()]);
    await Promise.all(running);
    const ids: unknown[] = [];
    for (const one of calls) ids.push(await insist(() => create(survivor, key, one)));
    const made = await propertiesAt(survivor, key);
    expect(made.map(({ externalId }) => externalId).sort()).toEqual(
      calls.map((one) => one.externalId).sort(),
    );
    expect(new Set(ids)).toEqual(new Set(made.map(({ id }) => id)));
  });
});

/** Retries the call until it creates something, and returns its id; any refusal that is not transient is an error. */
async function insist(work: () => Promise<Reply>): Promise<unknown> {
  const isTransient = ({ status }: Reply) => [409, 429, 503].includes(status);
  const { status, body } = await until({
    what: 'the call',
    look: work,
    good: (reply) => !isTransient(reply),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body['id'];
}

const propertiesAt = async (nth: number, key: string) => {
  const { body } = await call(nth, '/properties?limit=100', { key });
  return body['data'] as { id: string; externalId: string }[];
};
