import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '@estate/http';
import type { HttpServer } from '@estate/http';
import { createLogger, createMetrics } from '@estate/observability';
import { createVault, parseVaultKeys } from '@estate/vault';
import { FailedAttempts } from '../src/edge/access/failed-attempts.ts';
import { KeyRing } from '../src/edge/access/key-ring.ts';
import { Looks } from '../src/edge/access/looks.ts';
import { mintApiKey } from '../src/accounts/keys/mint-api-key.ts';
import { SessionMembers } from '../src/edge/access/session-members.ts';
import { pageRoutes } from '../src/edge/pages/page-routes.ts';
import { sessionRoutes } from '../src/accounts/sign-in/session-routes.ts';
import type { SessionDeps } from '../src/accounts/sign-in/session-routes.ts';
import { DashboardSessions, LookSessions } from '../src/edge/access/sessions.ts';
import type { StoredSignIn } from '../src/domain/sign-in.ts';
import { SignInAddresses } from '../src/accounts/sign-in/addresses.ts';

const START = new Date('2026-11-01T08:00:00Z');
const PUBLIC_URL = 'https://api.example.org';
const PEOPLE_URL = 'https://login.example.org/?app="a"&b$&';
const OWN = { 'x-estate-dashboard': '1' };
const log = createLogger({ service: 'test', level: 'silent' });
const { stored, shown } = mintApiKey({ name: 'k' }, { id: 'key-1', accountId: 'account-1', now: START });

let server: HttpServer;
let now = START;
const keys = new Map([[stored.hash, stored]]);
const endedIds = new Map<string, Date>();
const signIns = new Map<string, StoredSignIn>();

/** Every act with how it ended, in short. */
const acts: string[] = [];
const auditLog: SessionDeps['auditLog'] = {
  record: async ({ action, accountId, actor }, work) => {
    const done = await work();
    acts.push(`${action} ${accountId} ${actor?.kind} ${actor?.id}`);
    return done;
  },
  refused: async ({ action, accountId, actor }) => {
    acts.push(`${action} ${accountId} ${actor?.kind} ${actor?.id} refused`);
    return Promise.resolve();
  },
};

const file = (text: string, mediaType: string) => ({
  plain: Buffer.from(text),
  packed: {},
  mediaType,
});
const SCRIPT = `let x;${' '.repeat(500)}`;
const SCRIPT_IN = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT) };
const files = new Map([
  [
    'index.html',
    file(
      '<head><meta name="style-nonce" content="__STYLE_NONCE__" /><meta name="people-sign-in" content="__PEOPLE_SIGN_IN_URL__" /></head>',
      'text/html; charset=utf-8',
    ),
  ],
  ['assets/index-abc.js', { ...file(SCRIPT, 'text/javascript; charset=utf-8'), packed: SCRIPT_IN }],
  ['mark.svg', file('<svg/>', 'image/svg+xml')],
  [
    'pages.json',
    file(
      JSON.stringify([
        { path: '/', files: ['assets/overview.js'] },
        { path: '/properties/:id', files: ['assets/property.js', 'assets/property.css'] },
        { path: '/properties/new', files: ['assets/new-property.js'] },
        { path: '/webhooks', files: ['assets/webhooks.js'] },
      ]),
      'application/json; charset=utf-8',
    ),
  ],
]);

const LINK_ID = 'd1a2b3c4e5f6g7h8i9j0';
const embedOriginsOf = (id: string) =>
  Promise.resolve(id === LINK_ID ? ['https://app.example.org', 'http://localhost:3000'] : []);

beforeAll(async () => {
  const clock = () => now;
  const apiKeys = {
    findByHashes: (hashes: readonly string[]) =>
      Promise.resolve(hashes.map((hash) => keys.get(hash) ?? null)),
    touch: () => Promise.resolve(),
  };
  const vault = createVault(parseVaultKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`));
  const ended = {
    add: (id: string, until: Date) => Promise.resolve(void endedIds.set(id, until)),
    has: (id: string) => Promise.resolve(endedIds.has(id)),
  };
  const sessions = new DashboardSessions({ vault, clock, publicUrl: PUBLIC_URL, ended });
  const keyRing = new KeyRing({ keys: apiKeys, clock, log });
  const members = new SessionMembers({
    keyRing,
    users: { findByIds: (ids) => Promise.resolve(ids.map(() => null)) },
    signIns: {
      findOfAccounts: (ids) => Promise.resolve(ids.map((id) => ({ settings: signIns.get(id) ?? null }))),
    },
    clock,
  });
  const ofNobody = { findAgain: () => Promise.resolve(null) };
  const looks = new Looks({
    sessions: new LookSessions({ vault, clock, publicUrl: PUBLIC_URL, ended }),
    operators: ofNobody,
  });
  const deps = {
    accounts: {
      get: () => Promise.resolve({ id: 'account-1', name: 'Test', createdAt: START, updatedAt: START }),
    },
    guard: {
      keyRing,
      members,
      failedSignIns: new FailedAttempts({ perMinute: 5, clock }),
      accountRateLimit: { spend: () => Promise.resolve({}) },
      sessions,
    },
    sessions,
    looks,
    auditLog,
    signInAddresses: new SignInAddresses(PUBLIC_URL),
  } as unknown as SessionDeps;
  server = await startHttpServer({
    port: 0,
    host: '127.0.0.1',
    routes: [
      ...sessionRoutes(deps, PUBLIC_URL),
      ...pageRoutes({ peopleSignInUrl: PEOPLE_URL, links: { embedOriginsOf }, load: () => files }),
    ],
    log,
    metrics: createMetrics('test'),
    bodyLimitBytes: 1000,
  });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${String(server.port)}${path}`, { method, headers, redirect: 'manual' });

const signIn = (apiKey: unknown, headers: Record<string, string> = OWN) =>
  fetch(`http://127.0.0.1:${String(server.port)}/dashboard/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ apiKey }),
  });

const signOut = (cookie: string, headers: Record<string, string> = OWN) =>
  fetch(`http://127.0.0.1:${String(server.port)}/dashboard/session`, {
    method: 'DELETE',
    headers: { cookie, ...headers },
  });

const session = async (cookie: string, headers: Record<string, string> = OWN) => {
  const answer = await get('/dashboard/session', { cookie, ...headers });
  return { status: answer.status, body: (await answer.json()) as object };
};

describe('the session of the dashboard', () => {
  let cookie: string;

  it('the session of the dashboard begins with a key, in a cookie that scripts, other sites and plain http never get', async () => {
    const answer = await signIn(shown.key);
    const set = answer.headers.get('set-cookie') ?? '';
    expect(set).toMatch(
      /^__Host-estate_session=\S+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(set).not.toContain(shown.key);
    expect(set).not.toContain(stored.hash);
    cookie = set.split(';')[0] ?? '';
    expect(await session(cookie)).toMatchObject({
      status: 200,
      body: {
        signedIn: true,
        account: { name: 'Test' },
        scopes: ['read', 'write'],
        permissions: ['read', 'write', 'manage', 'erase'],
      },
    });
  });

  it('the session of the dashboard is used by the page of this service alone', async () => {
    for (const headers of [
      {},
      { ...OWN, 'sec-fetch-site': 'cross-site' },
      { ...OWN, 'sec-fetch-site': 'same-site' },
      { ...OWN, origin: 'https://elsewhere.example.org' },
      { ...OWN, origin: 'null' },
    ]) {
      expect((await session(cookie, headers)).status).toBe(403);
      expect((await signIn(shown.key, headers)).status).toBe(403);
    }
    expect((await session(cookie, { ...OWN, origin: PUBLIC_URL })).status).toBe(200);
  });

  it('the session of the dashboard is refused for a forged cookie and after twelve hours', async () => {
    const nobody = { status: 200, body: { signedIn: false } };
    expect(await session('estate_session=v1.k1.a.b.c')).toEqual(nobody);
    expect(await session(`${cookie}x`)).toEqual(nobody);
    now = new Date(START.getTime() + 12 * 3_600_000);
    expect(await session(cookie)).toEqual(nobody);
    now = START;
  });

  it('the session of the dashboard ends for good when its owner signs out, also for who has kept its cookie', async () => {
    const begun = (await signIn(shown.key)).headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await session(begun)).toMatchObject({ body: { signedIn: true } });
    expect((await signOut(begun, {})).status).toBe(403);
    expect(await session(begun)).toMatchObject({ body: { signedIn: true } });
    const out = await signOut(begun);
    expect([out.status, out.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect(await session(begun)).toEqual({ status: 200, body: { signedIn: false } });
    expect(await session(cookie)).toMatchObject({ body: { signedIn: true } });
    expect([...endedIds.values()]).toEqual([new Date(START.getTime() + 12 * 3_600_000)]);
    for (const nobody of ['estate_session=x', 'a=b', begun]) expect((await signOut(nobody)).status).toBe(200);
    expect(endedIds.size).toBe(1);
  });

  it('the session of the dashboard ends within five seconds of its key', async () => {
    keys.delete(stored.hash);
    now = new Date(now.getTime() + 5000);
    expect(await session(cookie)).toEqual({ status: 200, body: { signedIn: false } });
    keys.set(stored.hash, stored);
  });

  it('the session of the dashboard does not begin with a key when the account has an identity provider', async () => {
    const settings = { issuer: 'https://login.example.org', clientId: 'c', updatedAt: START };
    signIns.set('account-1', { accountId: 'account-1', ...settings });
    now = new Date(now.getTime() + 5000);
    const refused = await signIn(shown.key);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    expect(await refused.json()).toMatchObject({
      code: 'sign-in-by-provider',
      message: expect.stringContaining('https://api.example.org/dashboard/sign-in/account-1') as string,
    });
    expect(await session(cookie)).toEqual({ status: 200, body: { signedIn: false } });
    signIns.clear();
    now = new Date(now.getTime() + 5000);
    expect(await session(cookie)).toMatchObject({ body: { signedIn: true } });
  });

  it('the session of the dashboard begins with a valid key, also after too many wrong ones, and never with a wrong one', async () => {
    expect((await signIn('rek_live_x')).status).toBe(401);
    expect((await signIn(7)).status).toBe(400);
    for (let attempt = 0; attempt < 4; attempt += 1) await signIn('rek_live_x');
    expect((await signIn('rek_live_x')).status).toBe(429);
    expect((await signIn(shown.key)).status).toBe(200);
  });
});

describe('the audit log of the dashboard', () => {
  const expiring = mintApiKey(
    { name: 'Old', expiresAt: new Date(START.getTime() + 1000).toISOString() },
    { id: 'key-2', accountId: 'account-1', now: START },
  );

  it('the audit log has an entry of each sign-in and each sign-out, and of a sign-in with an expired key', async () => {
    acts.length = 0;
    keys.set(expiring.stored.hash, expiring.stored);
    const begun = (await signIn(shown.key)).headers.get('set-cookie')?.split(';')[0] ?? '';
    await signOut(begun);
    await signOut(begun);
    now = new Date(START.getTime() + 3_600_000);
    expect((await signIn(expiring.shown.key)).status).toBe(401);
    expect((await signIn('rek_live_x')).status).toBe(401);
    expect(acts).toEqual([
      'session.started account-1 dashboard key-1',
      'session.ended account-1 dashboard key-1',
      'session.started account-1 dashboard key-2 refused',
    ]);
    now = START;
  });
});

describe('the page of the dashboard', () => {
  it('the page of the dashboard names the address at which people begin to sign in', async () => {
    expect(await (await get('/dashboard/')).text()).toContain(
      'name="people-sign-in" content="https://login.example.org/?app=&quot;a&quot;&amp;b$&amp;"',
    );
  });

  it('the page of the dashboard is drawn at every address of its own, with a nonce that is used once', async () => {
    const nonces = [];
    for (const path of ['/dashboard/', '/dashboard/listings/abc']) {
      const answer = await get(path);
      const text = await answer.text();
      const nonce = /content="([\w-]+)"/.exec(text)?.[1] ?? '';
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(2);
  });

  it('the page of the dashboard names the files that only the page at its address needs', async () => {
    const named = async (path: string) =>
      [...(await (await get(path)).text()).matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(
        ([, relation, href]) => [relation, href],
      );
    const script = (name: string) => [['modulepreload', `/dashboard/assets/${name}.js`]];
    expect(await named('/dashboard/')).toEqual(script('overview'));
    expect(await named('/dashboard/properties/new?type=houseBuy')).toEqual(script('new-property'));
    expect(await named('/dashboard/properties/%22x')).toEqual([
      ...script('property'),
      ['stylesheet', '/dashboard/assets/property.css'],
    ]);
    expect(await named(`/dashboard/link/${LINK_ID}/webhooks`)).toEqual(script('webhooks'));
    for (const path of ['/dashboard/properties/a/b', '/dashboard/unknown', '/operator/properties/a'])
      expect(await named(path)).toEqual([]);
  });

  it('the page of the dashboard is shown in a frame only below a dashboard link, and only of the origins that it names', async () => {
    const ancestorsOf = async (path: string) =>
      /frame-ancestors ([^;]+)/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[1];
    const named = 'https://app.example.org http://localhost:3000';
    for (const path of [`link/${LINK_ID}`, `link/${LINK_ID}/webhooks/abc?status=failed`]) {
      expect(await ancestorsOf(`/dashboard/${path}`)).toBe(named);
    }
    const others = ['', 'webhooks', 'link', 'link/', 'link/0123456789abcdefghij', `link/${LINK_ID}x`];
    for (const path of [...others, `other/link/${LINK_ID}`, `webhooks?link/${LINK_ID}`]) {
      expect(await ancestorsOf(`/dashboard/${path}`)).toBe("'none'");
    }
    expect(await ancestorsOf(`/operator/link/${LINK_ID}`)).toBe("'none'");
  });

  it('the page of the dashboard has files that are cached for good, and answers 404 for a file that is missing', async () => {
    const script = await get('/dashboard/assets/index-abc.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    const mark = await get('/dashboard/mark.svg');
    expect(mark.headers.get('cache-control')).toBe('public, max-age=3600');
    expect((await get('/dashboard/assets/index-old.js')).status).toBe(404);
    expect((await get('/dashboard/assets/..%2f..%2fpackage.json')).status).toBe(404);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.5', 'br'],
    ['gzip;q=0.000,identity', null],
    ['brotli, x-gzip', null],
  ])('a file of the dashboard is sent to a browser that accepts %s as %s', async (accepted, coding) => {
    const asked = { 'accept-encoding': accepted };
    const response = await get('/dashboard/assets/index-abc.js', asked);
    const body = coding === null ? Buffer.from(SCRIPT) : SCRIPT_IN[coding as keyof typeof SCRIPT_IN];
    const head = {
      'content-encoding': coding,
      'content-length': String(body.length),
      'content-type': 'text/javascript; charset=utf-8',
    };
    const headOf = ({ headers }: Response) =>
      Object.fromEntries(Object.keys(head).map((name) => [name, headers.get(name)]));
    expect(headOf(response)).toEqual(head);
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(await response.text()).toBe(SCRIPT);
    expect(headOf(await get('/dashboard/assets/index-abc.js', asked, 'HEAD'))).toEqual(head);
    const part = await get('/dashboard/assets/index-abc.js', { ...asked, range: 'bytes=0-3' });
    expect([part.status, await part.text()]).toEqual([200, SCRIPT]);
  });

  it('the page of the dashboard is found without the last slash', async () => {
    const answer = await get('/dashboard');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/dashboard/']);
  });
});
