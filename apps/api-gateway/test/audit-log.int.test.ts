import { createContact, deleteContact } from '@estate/contracts';
import type { AuditEntry } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_TOKEN, startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

let gateways: Gateways;
/** Whether the entry was there when the owner got the order. */
const seen: unknown[] = [];
let served: { close(): Promise<void> };
beforeAll(async () => {
  gateways = await startGateways(1);
  const at = '2026-11-01T08:00:00.000Z';
  served = await gateways.serve('catalog', [
    answer(createContact, async (input) => {
      seen.push(await gateways.database.db.collection('audit-log').findOne({ action: 'contact.created' }));
      return { ...input, id: CREATED_ID, createdAt: at, updatedAt: at };
    }),
    answer(deleteContact, async ({ id }) => {
      seen.push(await gateways.database.db.collection('audit-log').findOne({ 'resource.id': id }));
      return { id, email: 'anna@example.org', lastName: 'Beispiel', createdAt: at, updatedAt: at };
    }),
  ]);
});
afterAll(async () => {
  await served.close();
  await gateways.close();
});

const CONTACT_ID = '0123456789abcdefghij';
const CREATED_ID = '0123456789abcdefghik';

const entriesOf = async (key: string, path = '/audit-log') => {
  const { status, body } = await gateways.call(0, path, { key });
  expect(status).toBe(200);
  return body['data'] as AuditEntry[];
};

const inShort = ({ action, outcome, actor, resource, code }: AuditEntry) =>
  [action, outcome, actor?.kind, resource.id, code].filter(Boolean).join(' ');

describe('the audit log of an account', () => {
  it('the audit log of an account shows its keys made and revoked, and what the operator did and looked at', async () => {
    const { id, key: first } = await gateways.account();
    const made = await gateways.call(0, '/account/api-keys', { key: first.key, body: { name: 'second' } });
    const second = String(made.body['id']);
    await gateways.call(0, `/account/api-keys/${second}`, { key: first.key, method: 'DELETE' });
    await gateways.call(0, `/account/api-keys/${first.id}`, { key: first.key, method: 'DELETE' });
    await gateways.call(0, `/admin/accounts/${id}/api-keys`, { key: OPERATOR_TOKEN });
    const entries = await entriesOf(first.key);
    expect(entries.map(inShort)).toEqual([
      `account.opened succeeded operator ${id}`,
      `api_key.created succeeded api_key ${second}`,
      `api_key.revoked succeeded api_key ${second}`,
      `api_key.revoked refused api_key ${first.id} last-write-key`,
      `account.looked_at succeeded operator ${id}`,
    ]);
    expect(entries[1]).toMatchObject({
      accountId: id,
      actor: { id: first.id, name: 'first key' },
      address: '127.0.0.1',
      requestId: made.headers.get('x-request-id'),
    });
    const look = await entriesOf(OPERATOR_TOKEN, `/admin/accounts/${id}/audit-log?action=account.looked_at`);
    expect(look).toHaveLength(2);
    expect(await entriesOf(OPERATOR_TOKEN, `/admin/audit-log?resourceId=${second}`)).toHaveLength(2);
  });

  it('the audit log of an account has the entry before the owner gets the order', async () => {
    const { key } = (await gateways.account()).key;
    const deleted = await gateways.call(0, `/contacts/${CONTACT_ID}`, { key, method: 'DELETE' });
    expect(deleted.status).toBe(200);
    expect(seen).toMatchObject([{ action: 'contact.deleted', outcome: 'started' }]);
    expect((await entriesOf(key, `/audit-log?resourceId=${CONTACT_ID}`)).map(inShort)).toEqual([
      `contact.deleted succeeded api_key ${CONTACT_ID}`,
    ]);
  });

  it('the audit log of an account has who created a contact, before the owner gets the order', async () => {
    const { id, key } = await gateways.account();
    const body = { email: 'anna@example.org', lastName: 'Beispiel' };
    const created = await gateways.call(0, '/contacts', { key: key.key, body });
    expect(created.status).toBe(201);
    expect(seen.at(-1)).toMatchObject({ action: 'contact.created', outcome: 'started', accountId: id });
    const entries = await entriesOf(key.key, '/audit-log?action=contact.created');
    expect(entries.map(inShort)).toEqual([`contact.created succeeded api_key ${CREATED_ID}`]);
    expect(JSON.stringify(entries)).not.toContain('anna@example.org');
  });

  it('the audit log of an account does not keep what is not an id', async () => {
    const { key } = (await gateways.account()).key;
    await gateways.call(0, '/contacts/anna@example.org', { key, method: 'DELETE' });
    const [entry] = await entriesOf(key, '/audit-log?action=contact.deleted');
    expect(entry?.resource).toEqual({ type: 'contact' });
  });

  it('the audit log of an account shows one entry of a call that is retried with its Idempotency-Key', async () => {
    const { key } = (await gateways.account()).key;
    const headers = { 'idempotency-key': 'once' };
    for (const _time of [1, 2]) {
      await gateways.call(0, '/account/api-keys', { key, headers, body: { name: 'once' } });
    }
    const entries = await entriesOf(key, '/audit-log?action=api_key.created');
    expect(entries.map(({ outcome }) => outcome)).toEqual(['succeeded']);
  });

  it('the audit log of an account shows who tried what they may not, and is not shown to them', async () => {
    const { key: admin } = (await gateways.account()).key;
    const made = await gateways.call(0, '/account/api-keys', { key: admin, body: { scopes: ['read'] } });
    const reader = String(made.body['key']);
    expect((await gateways.call(0, '/account/api-keys', { key: reader, body: {} })).status).toBe(403);
    expect((await gateways.call(0, '/audit-log', { key: reader })).status).toBe(403);
    const entries = await entriesOf(admin, `/audit-log?actorId=${String(made.body['id'])}`);
    expect(entries.map(inShort)).toEqual(['api_key.created refused api_key scope-missing']);
  });

  it('the audit log of an account has nothing of another account', async () => {
    const one = await gateways.account();
    const other = await gateways.account();
    const entries = await entriesOf(one.key.key);
    expect(entries.map(({ accountId }) => accountId)).toEqual([one.id]);
    expect(await entriesOf(one.key.key, `/audit-log?resourceId=${other.id}`)).toEqual([]);
  });
});
