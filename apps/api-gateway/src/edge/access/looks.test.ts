import type { HttpHead } from '@estate/http';
import { createVault, parseVaultKeys } from '@estate/vault';
import { describe, expect, it } from 'vitest';
import { DashboardSessions, LookSessions, OperatorSessions } from './sessions.ts';
import type { StoredOperatorKey } from '../../domain/operator-key.ts';
import { Looks } from './looks.ts';
import { Operators, byEmail } from './operators.ts';

const START = new Date('2026-11-01T08:00:00Z');
const MINUTE_MS = 60_000;
const OLGA = 'olga@operator.example.org';
const KEY: StoredOperatorKey = {
  ...{ id: 'key-1', name: 'Olga', hash: 'hash-1' },
  ...{ prefix: 'rek_operator_', lastFour: 'abcd', createdAt: START },
};

function world() {
  let now = START;
  const keys = new Map([[KEY.hash, KEY]]);
  const emails = new Set([OLGA]);
  const endedIds = new Set<string>();
  const operators = new Operators({
    token: 'the-operator-token',
    keyRing: {
      find: () => Promise.resolve(null),
      findByHash: (hash) => Promise.resolve(keys.get(hash) ?? null),
    },
    realms: { isOperator: (email) => emails.has(email) },
  });
  const parts = {
    vault: createVault(parseVaultKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`)),
    clock: () => now,
    publicUrl: undefined,
    ended: {
      add: (id: string) => Promise.resolve(void endedIds.add(id)),
      has: (id: string) => Promise.resolve(endedIds.has(id)),
    },
  };
  const looks = new Looks({ sessions: new LookSessions(parts), operators });
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * MINUTE_MS));
  return { looks, operators, keys, emails, later, parts };
}

const LOOK = {
  ...{ id: 'look-1', accountId: 'account-1', reason: 'Support request 4711' },
  until: new Date(START.getTime() + 30 * MINUTE_MS).toISOString(),
};

const headOf = (cookie = ''): HttpHead => ({
  ...{ method: 'GET', url: '/', params: {}, query: {}, requestId: 'r', address: '192.0.2.1' },
  ...{ headers: { cookie, 'x-estate-dashboard': '1' }, answerHeaders: {}, notes: {} },
});
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? '';
const over = { reason: 'unauthenticated', code: 'session-over' };

describe('a look at an account', () => {
  it('a look at an account has its account, its reason and its operator, and needs a cookie', async () => {
    const { looks } = world();
    const cookie = looks.begin(LOOK, { keyHash: KEY.hash }, headOf());
    expect(cookie).toMatch(/^estate_look=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    expect(await looks.find(headOf(pairOf(cookie)))).toMatchObject({
      ...{ accountId: 'account-1', reason: LOOK.reason },
      operator: { actor: { kind: 'operator', id: 'key-1', name: 'Olga' } },
    });
    expect(await looks.find(headOf())).toBeUndefined();
    expect(await looks.find(headOf('estate_session=x'))).toBeUndefined();
  });

  it('a look at an account is over after 30 minutes, however often it is begun', async () => {
    const { looks, later } = world();
    const cookie = pairOf(looks.begin(LOOK, { keyHash: KEY.hash }, headOf()));
    later(29);
    const again = pairOf(looks.begin(LOOK, { keyHash: KEY.hash }, headOf()));
    expect(await looks.find(headOf(again))).toBeDefined();
    later(1);
    for (const one of [cookie, again]) await expect(looks.find(headOf(one))).rejects.toMatchObject(over);
  });

  it('a look at an account that was ended is over for every copy of its cookie', async () => {
    const { looks } = world();
    const cookie = pairOf(looks.begin(LOOK, { keyHash: KEY.hash }, headOf()));
    expect(await looks.end(headOf(cookie))).toEqual([expect.stringContaining('Max-Age=0')]);
    const again = pairOf(looks.begin(LOOK, { keyHash: KEY.hash }, headOf()));
    for (const one of [cookie, again]) await expect(looks.find(headOf(one))).rejects.toMatchObject(over);
    expect(await looks.end(headOf())).toEqual([]);
  });

  it.each([
    ['the key of its operator is revoked', { keyHash: KEY.hash }],
    ['its operator is no longer in the list of addresses', byEmail(OLGA).proof],
    ['the operator token is replaced', { tokenHash: 'that of an earlier token' }],
  ])('a look at an account is over when %s', async (_title, proof) => {
    const { looks, keys, emails } = world();
    const cookie = pairOf(looks.begin(LOOK, proof, headOf()));
    if (!('tokenHash' in proof)) expect(await looks.find(headOf(cookie))).toBeDefined();
    keys.clear();
    emails.clear();
    await expect(looks.find(headOf(cookie))).rejects.toMatchObject(over);
  });

  it('a look at an account has a cookie that is no session of a customer or an operator, and the other way round', async () => {
    const { looks, parts } = world();
    const [customers, operators] = [new DashboardSessions(parts), new OperatorSessions(parts)];
    const look = pairOf(looks.begin(LOOK, { keyHash: KEY.hash }, headOf()));
    const sealed = look.slice(look.indexOf('=') + 1);
    expect(await customers.holderOf(headOf(`estate_session=${sealed}`))).toBeUndefined();
    expect(await operators.holderOf(headOf(`estate_operator=${sealed}`))).toBeUndefined();
    for (const other of [
      customers.begin({ keyHash: KEY.hash }, headOf()),
      operators.begin({ keyHash: KEY.hash }, headOf()),
      'estate_session=v1.k1.a.b.c',
    ]) {
      const value = pairOf(other).slice(other.indexOf('=') + 1);
      await expect(looks.find(headOf(`estate_look=${value}`))).rejects.toMatchObject(over);
    }
  });
});
