import { EventEmitter, once } from 'node:events';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactsOwner } from './contacts-owner.ts';
import type { ContactsOwner } from './contacts-owner.ts';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

/** The replica that does not wait long for an owner. */
const IMPATIENT = 2;
/** The replica whose leases are short. */
const SHORT_LEASE = 3;
const LEASE_MS = 1500;

let gateways: Gateways;
let owner: ContactsOwner;
let served: { close(): Promise<void> };
let key: string;
beforeAll(async () => {
  gateways = await startGateways(4, (replica) => ({
    ...(replica === SHORT_LEASE && { IDEMPOTENCY_LEASE_MS: String(LEASE_MS) }),
    ASK_TIMEOUT_MS: replica === IMPATIENT ? '500' : '60000',
    RATE_LIMIT_BURST: '1000',
    RATE_LIMIT_PER_MINUTE: '1000',
    ACCOUNT_RATE_LIMIT_BURST: '1000',
  }));
  owner = contactsOwner();
  served = await gateways.serve('catalog', owner.answers);
  key = (await gateways.account()).key.key;
});
afterAll(async () => {
  await served.close();
  await gateways.close();
});
beforeEach(() => {
  owner.afterEffect = () => Promise.resolve();
});

const contact = { email: 'anna@example.org', lastName: 'Beispiel' };
const post = (
  replica: number,
  idempotencyKey: string,
  body: unknown = contact,
  more: { key?: string } = {},
) =>
  gateways.call(replica, '/contacts', {
    key,
    body,
    headers: { 'idempotency-key': idempotencyKey },
    ...more,
  });
const madeSince = (before: number) => owner.made.length - before;

describe('a POST with an Idempotency-Key', () => {
  it('a POST with an Idempotency-Key is answered again as before on every replica: status, body and headers', async () => {
    const before = owner.made.length;
    const first = await post(0, 'again-1');
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    for (const replica of [0, 1]) {
      const replay = await post(replica, 'again-1');
      expect([replay.status, replay.body]).toEqual([201, first.body]);
      expect(replay.headers.get('idempotency-replayed')).toBe('true');
      for (const name of ['etag', 'location', 'content-type', 'cache-control']) {
        expect(replay.headers.get(name)).toBe(first.headers.get(name));
      }
      expect(replay.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    }
    expect(first.headers.get('location')).toBe(`/contacts/${String(first.body['id'])}`);
    expect(madeSince(before)).toBe(1);
  });

  it('a POST with an Idempotency-Key has one effect, however many arrive at once on both replicas', async () => {
    const before = owner.made.length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post(index % 2, 'parallel-1')),
    );
    expect(madeSince(before)).toBe(1);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: 'idempotency-in-progress', error: 'Conflict' });
      else expect([status, body['id']]).toEqual([201, owner.made.at(-1)?.id]);
    }
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  });

  it('a POST with an Idempotency-Key is refused with Retry-After while the first one runs', async () => {
    const gate = deferred();
    owner.afterEffect = () => gate.promise;
    const before = owner.made.length;
    const first = post(0, 'running-1');
    await eventually(() => madeSince(before) === 1);
    const second = await post(1, 'running-1');
    expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1']);
    gate.open();
    expect((await first).status).toBe(201);
  });

  it('a POST with an Idempotency-Key is refused with another body and on another path', async () => {
    await post(0, 'reused-1');
    const other = await post(1, 'reused-1', { ...contact, lastName: 'Anders' });
    expect([other.status, other.body['code'], other.body['error']]).toEqual([
      422,
      'idempotency-key-reused',
      'Unprocessable Entity',
    ]);
    const headers = { 'idempotency-key': 'reused-1' };
    expect((await gateways.call(0, '/properties', { key, body: contact, headers })).status).toBe(422);
  });

  it('a POST with an Idempotency-Key of another account is another one', async () => {
    const other = (await gateways.account()).key.key;
    const [mine, theirs] = [await post(0, 'shared-1'), await post(0, 'shared-1', contact, { key: other })];
    expect(theirs.status).toBe(201);
    expect(theirs.body['id']).not.toBe(mine.body['id']);
  });

  it('a POST with an Idempotency-Key keeps a refusal, too', async () => {
    const bad = { email: 'nobody' };
    const first = await post(0, 'refused-1', bad);
    const again = await post(1, 'refused-1', bad);
    expect([first.status, again.status, again.body]).toEqual([400, 400, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it.each(['', 'with space', 'x'.repeat(256)])(
    'a POST with an Idempotency-Key refuses the key %j',
    async (bad) => {
      const answer = await post(0, bad);
      expect([answer.status, answer.body['code']]).toEqual([400, 'idempotency-key-malformed']);
    },
  );
});

describe('a POST whose outcome was not recorded', () => {
  it('a POST whose outcome was not recorded returns the first resource when the answer of the owner got lost', async () => {
    const gate = deferred();
    owner.afterEffect = () => gate.promise;
    const before = owner.made.length;
    const lost = await post(IMPATIENT, 'lost-1');
    expect([lost.status, lost.headers.has('retry-after')]).toEqual([503, true]);
    await eventually(() => madeSince(before) === 1);
    owner.afterEffect = () => Promise.resolve();
    const retried = await post(1, 'lost-1');
    gate.open();
    expect([retried.status, retried.body['id']]).toEqual([201, owner.made.at(-1)?.id]);
    expect(madeSince(before)).toBe(1);
  });

  it('a POST whose outcome was not recorded returns the first resource when the gateway crashed between effect and record', async () => {
    const before = owner.made.length;
    const first = await post(0, 'crash-1');
    // As a crash leaves it: the effect is there, the call still leased to a process that is gone.
    const calls = gateways.database.db.collection<{ _id: string }>('idempotency-keys');
    const { outcome: _outcome, ...rest } = (await calls.findOne({
      reservedId: String(first.body['id']),
    })) as {
      _id: string;
      outcome?: unknown;
    };
    const leasedUntil = (until: Date) =>
      calls.replaceOne({ _id: rest._id }, { ...rest, run: { token: 'dead', until } });
    await leasedUntil(new Date(Date.now() + 3_600_000));
    expect((await post(1, 'crash-1')).status).toBe(409);
    await leasedUntil(new Date(0));
    const retried = await post(1, 'crash-1');
    expect([retried.status, retried.body]).toEqual([201, first.body]);
    expect(madeSince(before)).toBe(1);
  });

  it('a POST whose outcome was not recorded makes one API key, which works, when the first one was never shown', async () => {
    const { key: owned } = await gateways.account();
    const headers = { 'idempotency-key': 'key-crash-1' };
    const create = () =>
      gateways.call(0, '/account/api-keys', { key: owned.key, body: { name: 'second' }, headers });
    const shown = await create();
    const calls = gateways.database.db.collection('idempotency-keys');
    await calls.updateOne({ reservedId: shown.body['id'] }, { $unset: { outcome: '' } });
    const again = await create();
    expect(again.body['id']).toBe(shown.body['id']);
    const list = await gateways.call(1, '/account/api-keys', { key: owned.key });
    expect(list.body['data']).toHaveLength(2);
    const works = await gateways.call(1, '/account/api-keys', { key: String(again.body['key']) });
    expect(works.status).toBe(200);
  });
});

describe('the lease of a POST with an Idempotency-Key', () => {
  const calls = () => gateways.database.db.collection<CallDoc>('idempotency-keys');

  it('the lease of a POST with an Idempotency-Key ends within 15 seconds after its gateway died, unless the operator says otherwise', async () => {
    const gate = deferred();
    owner.afterEffect = () => gate.promise;
    const before = owner.made.length;
    const first = post(0, 'lease-1');
    const leased = await eventually(async () => (await calls().findOne({ run: { $exists: true } })) ?? false);
    expect(leased.run.until.getTime() - Date.now()).toBeLessThan(15_000);
    await eventually(() => madeSince(before) === 1);
    gate.open();
    expect((await first).status).toBe(201);
  });

  it('the lease of a POST with an Idempotency-Key is extended while the call runs, so that a slow call is never run twice', async () => {
    const gate = deferred();
    owner.afterEffect = () => gate.promise;
    const before = owner.made.length;
    const first = post(SHORT_LEASE, 'slow-1');
    const begun = await eventually(async () => (await calls().findOne({ run: { $exists: true } })) ?? false);
    // Twice its lease later it would have been taken over.
    const later = begun.run.until.getTime() + LEASE_MS;
    await eventually(() => Date.now() > later);
    expect((await post(0, 'slow-1')).status).toBe(409);
    gate.open();
    expect((await first).status).toBe(201);
    expect((await post(0, 'slow-1')).status).toBe(201);
    expect(madeSince(before)).toBe(1);
  });
});

interface CallDoc {
  _id: string;
  run: { token: string; until: Date };
}

describe('what is stored about a call', () => {
  it('what is stored about a call shows neither the key of the caller nor what was answered', async () => {
    const secret = 'nobody-reads-this@example.org';
    await post(0, 'secret-key-1', { ...contact, email: secret });
    const docs = await gateways.database.db.collection('idempotency-keys').find({}).toArray();
    expect(JSON.stringify(docs)).not.toContain(secret);
    expect(JSON.stringify(docs)).not.toContain('secret-key-1');
  });

  it('what is stored about a call is deleted after a day', async () => {
    const indexes = await gateways.database.db.collection('idempotency-keys').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
    const before = owner.made.length;
    const first = await post(0, 'old-1');
    const calls = gateways.database.db.collection('idempotency-keys');
    await calls.updateOne({ reservedId: first.body['id'] }, { $set: { expiresAt: new Date(0) } });
    expect((await post(0, 'old-1')).body['id']).not.toBe(first.body['id']);
    expect(madeSince(before)).toBe(2);
  });
});

function deferred() {
  const opened = new EventEmitter();
  return { promise: once(opened, 'open').then(() => undefined), open: () => opened.emit('open') };
}
