import type { Access } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { NotAllowed } from '@estate/errors';
import { createLogger } from '@estate/observability';
import { checkApiKeyShape, newApiKey } from '@estate/vault';
import type { SealedLook } from './sessions.ts';
import type { StoredApiKey } from '../../domain/api-key.ts';
import type { SessionHolder } from '../../domain/session-holder.ts';
import type { StoredOperatorKey } from '../../domain/operator-key.ts';
import type { StoredSignIn } from '../../domain/sign-in.ts';
import type { StoredUser } from '../../domain/user.ts';
import { admit } from './admission.ts';
import type { Admission } from './admission.ts';
import { fingerprintOf } from './fingerprint.ts';
import { FailedAttempts } from './failed-attempts.ts';
import { KeyRing } from './key-ring.ts';
import { Looks } from './looks.ts';
import { mintApiKey } from '../../accounts/keys/mint-api-key.ts';
import { OpenedLinks } from './opened-links.ts';
import { Operators } from './operators.ts';
import type { OperatorProof } from './operators.ts';
import { SessionMembers } from './session-members.ts';

const START = new Date('2026-11-01T08:00:00Z');

const nothing = (keys: readonly string[]) => Promise.resolve(keys.map(() => null));

function world() {
  let now = START;
  const stored = new Map<string, StoredApiKey>();
  const touched: Date[] = [];
  let lookUps = 0;
  const apiKeys = {
    findByHashes: (hashes: readonly string[]) => {
      lookUps += 1;
      return Promise.resolve(hashes.map((hash) => stored.get(hash) ?? null));
    },
    touch: (_id: string, at: Date) => {
      touched.push(at);
      return Promise.resolve();
    },
  };
  const log = createLogger({ service: 'test', level: 'silent' });
  const keyRing = new KeyRing({ keys: apiKeys, clock: () => now, log });
  const mint = (wish: Parameters<typeof mintApiKey>[0] = {}) => {
    const made = mintApiKey(wish, { id: `key-${String(stored.size)}`, accountId: 'account-1', now });
    stored.set(made.stored.hash, made.stored);
    return made;
  };
  const users = new Map<string, StoredUser>();
  const signIns = new Map<string, StoredSignIn>();
  const operatorKeys = new Map<string, StoredOperatorKey>();
  const operators = new Operators({
    token: 'operator-token-1',
    keyRing: new KeyRing({
      keys: {
        findByHashes: (hashes) => Promise.resolve(hashes.map((hash) => operatorKeys.get(hash) ?? null)),
        touch: () => Promise.resolve(),
      },
      hasShape: (presented) => checkApiKeyShape(presented, 'operator'),
      clock: () => now,
      log,
    }),
    realms: { isOperator: (email) => email === 'olga@example.org' },
  });
  const state: { holder?: SessionHolder; operator?: OperatorProof; look?: SealedLook | 'over' } = {};
  const looks = new Looks({
    sessions: {
      isPresented: () => state.look !== undefined,
      holderOf: () => Promise.resolve(state.look === 'over' ? undefined : state.look),
      begin: () => '',
      end: () => Promise.resolve(''),
    },
    operators,
  });
  const members = new SessionMembers({
    keyRing,
    users: { findByIds: (ids) => Promise.resolve(ids.map((id) => users.get(id) ?? null)) },
    signIns: {
      findOfAccounts: (ids) => Promise.resolve(ids.map((id) => ({ settings: signIns.get(id) ?? null }))),
    },
    clock: () => now,
  });
  const noLinks = { findByHashes: nothing, findByIds: nothing };
  const links = new OpenedLinks({ links: noLinks, keyRing, members, clock: () => now });
  const spent: string[] = [];
  const accountSpent: string[] = [];
  const counting = (ids: string[]) => ({
    spend: (id: string) => {
      ids.push(id);
      return Promise.resolve({});
    },
  });
  const failedAttempts = new FailedAttempts({ perMinute: 5, clock: () => now });
  const enter = (admission: Access | Admission, authorization?: string, address = '192.0.2.1') =>
    admit(
      typeof admission === 'string' ? { access: admission } : admission,
      {
        method: 'GET',
        url: '/',
        params: {},
        query: {},
        requestId: 'request-1',
        headers: { ...(authorization && { authorization }) },
        address,
        answerHeaders: {},
        notes: {},
      },
      {
        keyRing,
        sessions: { holderOf: () => Promise.resolve(state.holder) },
        members,
        rateLimit: counting(spent),
        accountRateLimit: counting(accountSpent),
        failedAttempts,
        failedSignIns: failedAttempts,
        operatorSessions: { holderOf: () => Promise.resolve(state.operator) },
        operators,
        looks,
        links,
      },
    );
  return {
    mint,
    enter,
    stored,
    users,
    signIns,
    operatorKeys,
    state,
    touched,
    spent,
    accountSpent,
    lookUps: () => lookUps,
    later: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

describe('admission', () => {
  it('admission lets a key in with its account', async () => {
    const { mint, enter, spent } = world();
    const made = mint();
    expect(await enter('write', `Bearer ${made.shown.key}`)).toEqual({
      accountId: 'account-1',
      requestId: 'request-1',
      permissions: ['read', 'write', 'manage', 'erase'],
      actor: { kind: 'api_key', id: made.stored.id, name: made.stored.name },
      key: made.stored,
    });
    expect(spent).toEqual([made.stored.id]);
  });

  it('admission counts files apart from other requests, so that the images of a page never use up the limit of a key', async () => {
    const { mint, enter, spent } = world();
    const { shown, stored } = mint();
    await enter({ access: 'read', isFile: true }, `Bearer ${shown.key}`);
    await enter('read', `Bearer ${shown.key}`);
    expect(spent).toEqual([`${stored.id}/files`, stored.id]);
  });

  it('admission counts the calls of all keys and users of an account together, files apart, and not those of an operator who views the account', async () => {
    const { mint, enter, accountSpent, state } = worldOfAnna();
    await enter('read', `Bearer ${mint().shown.key}`);
    await enter('read', `Bearer ${mint().shown.key}`);
    await enter({ access: 'read', isFile: true }, `Bearer ${mint().shown.key}`);
    await enter('read');
    const operator = { email: 'olga@example.org' };
    state.look = { accountId: 'account-1', reason: 'support', operator, untilMs: Infinity };
    await enter('read');
    expect(accountSpent).toEqual([
      ...['account/account-1', 'account/account-1', 'account/account-1/files', 'account/account-1'],
    ]);
  });

  it('admission refuses a missing, malformed and unknown key as unauthenticated', async () => {
    const { enter } = world();
    for (const header of [undefined, 'Basic abc', 'Bearer', 'Bearer two words', 'Bearer nonsense']) {
      await expect(enter('read', header)).rejects.toMatchObject({ reason: 'unauthenticated' });
    }
  });

  it('admission refuses a typo without a look-up', async () => {
    const { mint, enter, lookUps } = world();
    const { key } = mint().shown;
    const typo = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    await expect(enter('read', `Bearer ${typo}`)).rejects.toBeInstanceOf(NotAllowed);
    expect(lookUps()).toBe(0);
  });

  it('admission stops a revoked key within five seconds', async () => {
    const { mint, enter, stored, later } = world();
    const { key } = mint().shown;
    await enter('read', `Bearer ${key}`);
    stored.clear();
    later(4999);
    await expect(enter('read', `Bearer ${key}`)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });

  it('admission stops an expired key even when it is remembered', async () => {
    const { mint, enter, later } = world();
    const { key } = mint({ expiresAt: new Date(START.getTime() + 1000).toISOString() }).shown;
    await enter('read', `Bearer ${key}`);
    later(1000);
    await expect(enter('read', `Bearer ${key}`)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });

  it('admission forbids writing with a key that may only read', async () => {
    const { mint, enter } = world();
    const header = `Bearer ${mint({ scopes: ['read'] }).shown.key}`;
    await expect(enter('write', header)).rejects.toMatchObject({
      reason: 'forbidden',
      code: 'scope-missing',
    });
    await expect(enter('read', header)).resolves.toBeDefined();
  });

  it('admission notes when a key was used, once a minute', async () => {
    const { mint, enter, touched, later } = world();
    const header = `Bearer ${mint().shown.key}`;
    await enter('read', header);
    await enter('read', header);
    later(60_000);
    await enter('read', header);
    expect(touched).toEqual([START, new Date(START.getTime() + 60_000)]);
  });

  it('admission refuses customers’ keys on routes of the operator, and the operator token on routes of customers', async () => {
    const { mint, enter } = world();
    await expect(enter('operator', `Bearer ${mint().shown.key}`)).rejects.toMatchObject({
      code: 'operator-token-wrong',
    });
    await expect(enter('operator', 'Bearer operator-token-1')).resolves.toBeDefined();
    await expect(enter('read', 'Bearer operator-token-1')).rejects.toMatchObject({ code: 'api-key-invalid' });
  });

  it('admission looks a key up once for requests that come at the same time', async () => {
    const { mint, enter, lookUps } = world();
    const header = `Bearer ${mint().shown.key}`;
    await Promise.all([1, 2, 3, 4].map(() => enter('read', header)));
    expect(lookUps()).toBe(1);
  });
});

describe('an address without a valid key', () => {
  const wrong = 'Bearer wrong';
  const fail = async (enter: ReturnType<typeof world>['enter'], address?: string) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(enter('read', wrong, address)).rejects.toMatchObject({ code: 'api-key-invalid' });
    }
  };

  it('an address without a valid key gets 429 after too many failed attempts, which cost no look-up', async () => {
    const { enter, lookUps, later } = world();
    await fail(enter);
    for (const access of ['read', 'operator'] as const) {
      await expect(enter(access, wrong)).rejects.toMatchObject({
        status: 429,
        headers: { 'retry-after': '60' },
      });
    }
    await expect(enter('read')).rejects.toMatchObject({ status: 429 });
    expect(lookUps()).toBe(0);
    later(60_000);
    await expect(enter('read', wrong)).rejects.toMatchObject({ code: 'api-key-invalid' });
  });

  it('an address without a valid key reads its limit in the RateLimit headers', async () => {
    const { enter, later } = world();
    await fail(enter);
    later(15_000);
    await expect(enter('read', wrong)).rejects.toMatchObject({
      headers: {
        'retry-after': '45',
        'ratelimit-policy': '"failed-attempts";q=5;w=60',
        ratelimit: '"failed-attempts";r=0;t=45',
      },
    });
  });

  it('an address with too many failed attempts is still open to a valid key that is new there and to the operator', async () => {
    const { mint, enter } = world();
    const unknown = newApiKey().key;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await enter('operator', `Bearer ${attempt % 2 === 0 ? 'wrong' : unknown}`).catch(() => undefined);
    }
    await expect(enter('read', `Bearer ${unknown}`)).rejects.toMatchObject({ status: 429 });
    await expect(enter('read', `Bearer ${mint().shown.key}`)).resolves.toMatchObject({
      accountId: 'account-1',
    });
    await expect(enter('operator', 'Bearer operator-token-1')).resolves.toBeDefined();
  });

  it('an address that sends many invented keys at once costs one look-up at a time', async () => {
    const { mint, enter, lookUps } = world();
    const madeUp = Array.from({ length: 400 }, () => enter('read', `Bearer ${newApiKey().key}`));
    const valid = enter('read', `Bearer ${mint().shown.key}`);
    const refused = await Promise.allSettled(madeUp);
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(valid).resolves.toBeDefined();
    expect(lookUps()).toBe(1);
  });

  it('an address with too many failed attempts affects neither other addresses nor a key that is cached', async () => {
    const { mint, enter, later } = world();
    const header = `Bearer ${mint().shown.key}`;
    await enter('read', header);
    await fail(enter);
    later(10_000);
    await expect(enter('read', header)).resolves.toBeDefined();
    await expect(enter('read', wrong, '192.0.2.2')).rejects.toMatchObject({ code: 'api-key-invalid' });
  });

  it('failed attempts from IPv6 are counted by the first 64 bits of the address', async () => {
    const { enter } = world();
    await fail(enter, '2001:db8:1::5');
    await expect(enter('read', wrong, '2001:db8:1:0:ffff::1')).rejects.toMatchObject({ status: 429 });
    await expect(enter('read', wrong, '2001:db8:1:1::5')).rejects.toMatchObject({ code: 'api-key-invalid' });
  });
});

const IDENTITY = { issuer: 'https://login.example.org', subject: 'anna' };

/** A world in which Anna has a session as a user of an account with an identity provider. */
function worldOfAnna(role: StoredUser['role'] = 'editor') {
  const it = world();
  const about = { email: 'anna@example.org', emailKey: 'anna@example.org', invitedAt: START };
  const anna: StoredUser = { id: 'user-1', accountId: 'account-1', role, identity: IDENTITY, ...about };
  it.users.set(anna.id, anna);
  const settings = { accountId: 'account-1', issuer: IDENTITY.issuer, clientId: 'c', updatedAt: START };
  it.signIns.set('account-1', settings);
  it.state.holder = { userId: anna.id, fingerprint: fingerprintOf(IDENTITY) };
  return { ...it, anna, settings };
}

const OVER = { reason: 'unauthenticated', code: 'session-over' };

describe('a session of a user', () => {
  it('a session of a user has the permissions of the role, and acts in the name of the user', async () => {
    const { enter, spent } = worldOfAnna();
    expect(await enter('write')).toMatchObject({
      accountId: 'account-1',
      permissions: ['read', 'write'],
      actor: { kind: 'user', id: 'user-1', name: 'anna@example.org' },
    });
    expect(spent).toEqual(['user-1']);
    await expect(enter('manage')).rejects.toMatchObject({
      reason: 'forbidden',
      code: 'role-insufficient',
      message: 'Your role is editor. The operation requires the role admin.',
    });
  });

  it.each([
    ['viewer', ['read']],
    ['editor', ['read', 'write']],
    ['admin', ['read', 'write', 'manage', 'erase']],
  ] as const)('a session of a user with the role %s may do: %s', async (role, allowed) => {
    const { enter } = worldOfAnna(role);
    for (const access of ['read', 'write', 'manage', 'erase'] as const) {
      const entering = enter(access).then(
        () => true,
        () => false,
      );
      expect(await entering, access).toBe((allowed as readonly string[]).includes(access));
    }
  });

  it('a session of a user ends within five seconds of the removal of the user', async () => {
    const { enter, users, later } = worldOfAnna();
    await enter('read');
    users.clear();
    later(5000);
    await expect(enter('read')).rejects.toMatchObject(OVER);
  });

  it('a session of a user is narrowed within five seconds of a demotion', async () => {
    const { enter, users, anna, later } = worldOfAnna();
    await enter('write');
    users.set(anna.id, { ...anna, role: 'viewer' });
    later(5000);
    await expect(enter('write')).rejects.toMatchObject({ code: 'role-insufficient' });
    expect(await enter('read')).toMatchObject({ permissions: ['read'] });
  });

  it.each<[string, (of: ReturnType<typeof worldOfAnna>) => void]>([
    ['whose invitation is open again', ({ users, anna }) => {
      const { identity: _identity, ...invited } = anna;
      users.set(anna.id, invited);
    }],
    ['who belongs to another person now', ({ users, anna }) => {
      users.set(anna.id, { ...anna, identity: { ...IDENTITY, subject: 'another-anna' } });
    }],
    ['whose account has another provider now', ({ signIns, settings }) => {
      signIns.set('account-1', { ...settings, issuer: 'https://other.example.org' });
    }],
    ['whose account has no provider any more', ({ signIns }) => signIns.clear()],
  ])('a session of a user %s has ended', async (_title, change) => {
    const it = worldOfAnna();
    await it.enter('read');
    change(it);
    it.later(5000);
    await expect(it.enter('read')).rejects.toMatchObject(OVER);
  }); // oxfmt-ignore
});

describe('a session of a key', () => {
  it('a session of a key ends within five seconds when the account gets an identity provider', async () => {
    const { enter, mint, state, signIns, later } = world();
    const { stored } = mint();
    state.holder = { keyHash: stored.hash };
    expect(await enter('manage')).toMatchObject({ actor: { kind: 'dashboard', id: stored.id } });
    const settings = { issuer: IDENTITY.issuer, clientId: 'c', updatedAt: START };
    signIns.set('account-1', { accountId: 'account-1', ...settings });
    later(5000);
    await expect(enter('read')).rejects.toMatchObject(OVER);
  });
});

describe('a session of an operator', () => {
  it('a session of an operator admits to the routes of operators only, while the person is one', async () => {
    const { enter, state } = world();
    state.operator = { email: 'olga@example.org' };
    expect(await enter('operator')).toMatchObject({ actor: { kind: 'operator', name: 'olga@example.org' } });
    await expect(enter('read')).rejects.toMatchObject({ code: 'api-key-missing' });
    state.operator = { email: 'former@example.org' };
    await expect(enter('operator')).rejects.toMatchObject(OVER);
  });
});
