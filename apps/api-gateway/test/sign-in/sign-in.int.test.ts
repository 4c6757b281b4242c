import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_TOKEN } from '../start-gateways.ts';
import { Browser } from './browser.ts';
import { CLIENT } from './hostile-provider.ts';
import { OPERATOR_EMAIL, PUBLIC_URL, startSignInWorld } from './sign-in-world.ts';
import type { SignInWorld } from './sign-in-world.ts';

const EMAIL = 'anna@example.org';
const ANNA = { sub: 'anna-at-the-provider', email: EMAIL, email_verified: true, name: 'Anna Adler' };

let world: SignInWorld;
beforeAll(async () => {
  world = await startSignInWorld();
});
afterAll(() => world.close());

const whoami = (browser: Browser, replica = 0) => browser.call(world.urlOf('/dashboard/session', replica));
const callback = (query: URLSearchParams | string) =>
  world.urlOf(`/dashboard/sign-in/callback?${query.toString()}`);

describe('a sign-in', () => {
  it('a sign-in asks the provider for a code with PKCE, state and nonce, each new every time', async () => {
    const { path } = await world.account('honest');
    const seen = new Set<string>();
    for (const _attempt of [1, 2]) {
      const { status, location } = await new Browser().visit(world.urlOf(path));
      const { origin, pathname, searchParams } = new URL(location);
      expect([status, `${origin}${pathname}`]).toEqual([
        303,
        `${world.provider.issuerOf('honest')}/authorize`,
      ]);
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: 'code',
        client_id: CLIENT.clientId,
        redirect_uri: `${PUBLIC_URL}/dashboard/sign-in/callback`,
        scope: 'openid email profile',
        code_challenge_method: 'S256',
      });
      for (const name of ['state', 'nonce', 'code_challenge']) {
        const value = searchParams.get(name) ?? '';
        expect(value.length, name).toBeGreaterThanOrEqual(43);
        seen.add(value);
      }
    }
    expect(seen.size).toBe(6);
  });

  it('a sign-in accepts the invitation by its verified email address, however it is written', async () => {
    const { id, path } = await world.account('honest', { 'Anna@Example.org': 'editor' });
    const browser = new Browser();
    const back = await world.signIn(browser, `${path}?returnTo=/dashboard/listings`, ANNA);
    expect([back.status, back.location]).toEqual([303, '/dashboard/listings']);
    for (const replica of [0, 1]) {
      expect((await whoami(browser, replica)).body).toMatchObject({
        signedIn: true,
        account: { id },
        user: { email: 'Anna@Example.org', role: 'editor' },
        permissions: ['read', 'write'],
      });
    }
    const users = await browser.call(world.urlOf('/account/users'));
    expect(users.body['data']).toMatchObject([{ state: 'active', name: 'Anna Adler', role: 'editor' }]);
  });

  it('a sign-in is matched by issuer and subject afterwards, whatever the email address is', async () => {
    const { path } = await world.account('honest', { [EMAIL]: 'viewer', 'ben@example.org': 'admin' });
    await world.signIn(new Browser(), path, ANNA);
    const browser = new Browser();
    const renamed = { ...ANNA, email: 'ben@example.org' };
    expect((await world.signIn(browser, path, renamed)).status).toBe(303);
    expect((await whoami(browser)).body).toMatchObject({ user: { email: EMAIL, role: 'viewer' } });
    const namesake = { ...ANNA, sub: 'another-person' };
    const refused = await world.signIn(new Browser(), path, namesake);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('You have no access')]);
  });

  it('a sign-in reads the email address where the provider has it, for the same subject only', async () => {
    const own = { sub: ANNA.sub, email: EMAIL, email_verified: true };
    const bare = (claims: object) => ({ ...claims, email: undefined, email_verified: undefined });
    world.provider.behave('userinfo', { claims: bare });
    const { path } = await world.account('userinfo', { [EMAIL]: 'viewer' });
    world.provider.behave('userinfo', { claims: bare, userinfo: () => ({ ...own, sub: 'another' }) });
    expect((await world.signIn(new Browser(), path, own)).status).toBe(502);
    world.provider.behave('userinfo', { claims: bare });
    expect((await world.signIn(new Browser(), path, own)).status).toBe(303);
  });

  it.each([
    ['an address that is not verified', { ...ANNA, email_verified: false }, 'not verified'],
    ['no word about the verification', { sub: ANNA.sub, email: EMAIL }, 'not verified'],
    ['no address', { sub: ANNA.sub }, 'not verified'],
    ['an address that nobody has invited', { ...ANNA, email: 'eve@example.org' }, 'no access'],
    ['a Kelvin sign in the place of a k', { ...ANNA, email: '\u{212A}ai@example.org' }, 'cannot be used'],
    [
      'a domain that only decodes to that of the invitation',
      { ...ANNA, email: 'kai@ex%61mple.org' },
      'cannot be used',
    ],
  ])('a sign-in with %s begins no session', async (_title, person, words) => {
    const { path } = await world.account('honest', { [EMAIL]: 'admin', 'kai@example.org': 'viewer' });
    const browser = new Browser();
    const refused = await world.signIn(browser, path, person);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(words)]);
    expect((await whoami(browser)).body).toEqual({ signedIn: false });
  });

  it('a sign-in to an account without a provider, or to none, ends on a page', async () => {
    const { id } = await world.gateways.account();
    for (const unknown of [id, '0123456789abcdefghij', 'x', '..%2f..']) {
      const { status, text } = await new Browser().visit(world.urlOf(`/dashboard/sign-in/${unknown}`));
      expect([status, text]).toEqual([404, expect.stringContaining('no sign-in at this address')]);
    }
  });
});

/** The clocks of the provider and of the service differ. */
const seconds = () => Math.floor(Date.now() / 1000);

describe('a hostile provider', () => {
  it.each<[string, Parameters<SignInWorld['provider']['behave']>[1]]>([
    ['another issuer', { claims: (honest) => ({ ...honest, iss: 'https://other.example.org' }) }],
    ['another audience', { claims: (honest) => ({ ...honest, aud: 'another-client' }) }],
    ['another authorized party', { claims: (honest) => ({ ...honest, aud: ['estate', 'x'], azp: 'x' }) }],
    ['another nonce', { claims: (honest) => ({ ...honest, nonce: 'another' }) }],
    ['no nonce', { claims: ({ nonce: _nonce, ...rest }) => rest }],
    ['no subject', { claims: ({ sub: _sub, ...rest }) => rest }],
    ['an empty subject', { claims: (honest) => ({ ...honest, sub: '' }) }],
    ['a blank subject', { claims: (honest) => ({ ...honest, sub: ' ' }) }],
    ['no signature', { sign: 'not at all' }],
    ['the signature of another key', { sign: 'another key' }],
    ['a signature with the client secret', { sign: 'client secret' }],
    ['a signature under an unknown key id', { header: { kid: 'key-2' }, sign: 'another key' }],
    ['a critical header', { header: { crit: ['b64'], b64: false } }],
    ['an expiry 61 seconds ago', { claims: (honest) => ({ ...honest, exp: seconds() - 61 }) }],
    ['an issue in 2 minutes', { claims: (honest) => ({ ...honest, iat: seconds() + 120 }) }],
    ['a validity that begins in 2 minutes', { claims: (honest) => ({ ...honest, nbf: seconds() + 120 }) }],
  ])('a hostile provider whose ID token has %s signs nobody in', async (title, behaviour) => {
    const name = `token-${title.replaceAll(/\W+/g, '-')}`;
    world.provider.behave(name, behaviour);
    const { path } = await world.account(name, { [EMAIL]: 'admin' });
    const browser = new Browser();
    const refused = await world.signIn(browser, path, ANNA);
    expect([refused.status, refused.text]).toEqual([502, expect.stringContaining('was not accepted')]);
    expect((await whoami(browser)).body).toEqual({ signedIn: false });
  });

  it.each<[string, Parameters<SignInWorld['provider']['behave']>[1]]>([
    ['50 seconds behind', { claims: (honest) => ({ ...honest, exp: seconds() - 50, iat: seconds() - 350 }) }],
    ['50 seconds ahead', { claims: (honest) => ({ ...honest, iat: seconds() + 50, nbf: seconds() + 50 }) }],
  ])('a provider whose clock is %s signs people in', async (title, behaviour) => {
    const name = title.replaceAll(' ', '-');
    world.provider.behave(name, behaviour);
    const { path } = await world.account(name, { [EMAIL]: 'admin' });
    expect((await world.signIn(new Browser(), path, ANNA)).status).toBe(303);
  });

  it.each<[string, Parameters<SignInWorld['provider']['behave']>[1]]>([
    ['fails at its token endpoint', { answer: { token: (response) => response.writeHead(500).end() } }],
    ['redirects from its token endpoint', {
      answer: { token: (response) => response.writeHead(307, { location: '/elsewhere/token' }).end() },
    }],
    ['has no keys', { answer: { jwks: (response) => response.writeHead(503).end() } }],
    ['sends endless keys', {
      answer: { jwks: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"keys":["${'x'.repeat(300_000)}"]}`);
      } },
    }],
  ])('a provider that %s is called unavailable', async (title, behaviour) => {
    const name = title.replaceAll(' ', '-');
    world.provider.behave(name, behaviour);
    const { path } = await world.account(name, { [EMAIL]: 'admin' });
    const refused = await world.signIn(new Browser(), path, ANNA);
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('provider is unavailable')]);
    expect(world.provider.asked('elsewhere', 'token')).toBe(0);
  }); // oxfmt-ignore

  it('a provider whose answer names another issuer is not asked for tokens', async () => {
    world.provider.behave('mix-up', {
      metadata: (honest) => ({ ...honest, authorization_response_iss_parameter_supported: true }),
    });
    const { path } = await world.account('mix-up', { [EMAIL]: 'admin' });
    for (const iss of [world.provider.issuerOf('honest'), undefined]) {
      const browser = new Browser();
      const query = world.provider.authorize((await browser.visit(world.urlOf(path))).location, ANNA);
      if (iss !== undefined) query.set('iss', iss);
      expect((await browser.visit(callback(query))).status).toBe(502);
    }
    expect(world.provider.asked('mix-up', 'token')).toBe(0);
  });

  it('a provider that sends the browser back without a sign-in is answered in words', async () => {
    const { path } = await world.account('honest');
    for (const [error, status] of [['access_denied', 403], ['server_error', 502]] as const) {
      const browser = new Browser();
      const query = world.provider.authorize((await browser.visit(world.urlOf(path))).location, ANNA);
      query.delete('code');
      query.set('error', error);
      query.set('error_description', '<script>alert(1)</script>');
      const back = await browser.visit(callback(query));
      expect(back.status).toBe(status);
      expect(back.text).not.toContain('script');
    }
  }); // oxfmt-ignore
});

describe('a hostile browser', () => {
  it('a callback signs nobody in without the cookie of its start', async () => {
    const { path } = await world.account('honest', { [EMAIL]: 'admin' });
    const query = world.provider.authorize((await new Browser().visit(world.urlOf(path))).location, ANNA);
    const stranger = new Browser();
    const refused = await stranger.visit(callback(query));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('does not belong to this browser'),
    ]);
    expect(stranger.cookies.size).toBe(0);
  });

  it('a callback signs nobody in with the cookie of another start', async () => {
    const { path } = await world.account('honest', { [EMAIL]: 'admin' });
    const [attacker, victim] = [new Browser(), new Browser()];
    const query = world.provider.authorize((await attacker.visit(world.urlOf(path))).location, ANNA);
    await victim.visit(world.urlOf(path));
    const refused = await victim.visit(callback(query));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('does not belong to this browser'),
    ]);
    expect((await whoami(victim)).body).toEqual({ signedIn: false });
  });

  it('a callback with the code of somebody else is refused by PKCE', async () => {
    const { path } = await world.account('honest', { [EMAIL]: 'admin' });
    const [attacker, victim] = [new Browser(), new Browser()];
    const stolen = world.provider.authorize((await victim.visit(world.urlOf(path))).location, ANNA);
    const own = world.provider.authorize((await attacker.visit(world.urlOf(path))).location, ANNA);
    own.set('code', stolen.get('code') ?? '');
    expect((await attacker.visit(callback(own))).status).toBe(502);
    expect((await whoami(attacker)).body).toEqual({ signedIn: false });
  });

  it('a callback works once, on all replicas together, even at a provider that takes its code again', async () => {
    world.provider.behave('careless', { careless: true });
    const { path } = await world.account('careless', { [EMAIL]: 'admin' });
    const browser = new Browser();
    const query = world.provider.authorize((await browser.visit(world.urlOf(path))).location, ANNA);
    const copy = new Browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect((await browser.visit(callback(query))).status).toBe(303);
    const again = await copy.visit(world.urlOf(`/dashboard/sign-in/callback?${query.toString()}`, 1));
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('already been used')]);
    expect((await whoami(copy)).body).toEqual({ signedIn: false });
  });

  it('a callback at both replicas at once signs in once', async () => {
    world.provider.behave('careless', { careless: true });
    const { path } = await world.account('careless', { [EMAIL]: 'admin' });
    const browser = new Browser();
    const query = world.provider.authorize((await browser.visit(world.urlOf(path))).location, ANNA);
    const [[, cookie] = ['', '']] = [...browser.cookies];
    const statuses = await Promise.all(
      [0, 1, 0, 1].map(async (replica) => {
        const one = new Browser();
        one.cookies.set('estate_sign_in', cookie);
        const url = world.urlOf(`/dashboard/sign-in/callback?${query.toString()}`, replica);
        return (await one.visit(url)).status;
      }),
    );
    expect(statuses.sort()).toEqual([303, 400, 400, 400]);
  });

  it('a callback with a parameter twice, or without one, signs nobody in', async () => {
    const { path } = await world.account('honest', { [EMAIL]: 'admin' });
    for (const change of [
      (query: URLSearchParams) => query.append('state', query.get('state') ?? ''),
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.append('code', 'x'),
      (query: URLSearchParams) => query.delete('code'),
    ]) {
      const browser = new Browser();
      const query = world.provider.authorize((await browser.visit(world.urlOf(path))).location, ANNA);
      change(query);
      expect((await browser.visit(callback(query))).status).toBeGreaterThanOrEqual(400);
      expect((await whoami(browser)).body).toEqual({ signedIn: false });
    }
  });

  it('a session that was there before is not the one that a sign-in begins', async () => {
    const { path } = await world.account('honest', { [EMAIL]: 'admin' });
    const attacker = new Browser();
    await world.signIn(attacker, path, ANNA);
    const planted = attacker.cookies.get('estate_session') ?? '';
    const victim = new Browser();
    victim.cookies.set('estate_session', planted);
    await world.signIn(victim, path, ANNA);
    expect(victim.cookies.get('estate_session')).not.toBe(planted);
    await attacker.call(world.urlOf('/dashboard/session'), 'DELETE');
    expect((await whoami(victim)).body).toMatchObject({ signedIn: true });
  });

  it('a cookie of a started sign-in is removed by its callback, and is no session', async () => {
    const { path } = await world.account('honest', { [EMAIL]: 'admin' });
    const browser = new Browser();
    await browser.visit(world.urlOf(path));
    const cookie = browser.cookies.get('estate_sign_in') ?? '';
    const forged = new Browser();
    forged.cookies.set('estate_session', cookie);
    expect((await whoami(forged)).body).toEqual({ signedIn: false });
    await world.signIn(browser, path, ANNA);
    expect([...browser.cookies.keys()]).toEqual(['estate_session']);
  });

  it.each([
    '//evil.example.org',
    'https://evil.example.org',
    '/\\evil.example.org',
    '/admin',
    '/dashboard/../x',
  ])('a sign-in that is to return to %s returns to the dashboard', async (returnTo) => {
    const { path } = await world.account('honest', { [EMAIL]: 'admin' });
    const at = `${path}?returnTo=${encodeURIComponent(returnTo)}`;
    expect((await world.signIn(new Browser(), at, ANNA)).location).toBe('/dashboard/');
  });
});

describe('two accounts of one provider', () => {
  it('two accounts of one provider never meet: the account of the start is that of the session', async () => {
    const first = await world.account('shared', { [EMAIL]: 'viewer' });
    const second = await world.account('shared', { [EMAIL]: 'admin' });
    const [one, other] = [new Browser(), new Browser()];
    await world.signIn(one, first.path, ANNA);
    await world.signIn(other, second.path, ANNA);
    expect((await whoami(one)).body).toMatchObject({ account: { id: first.id }, user: { role: 'viewer' } });
    expect((await whoami(other)).body).toMatchObject({ account: { id: second.id }, user: { role: 'admin' } });
    const usersOf = async (browser: Browser) =>
      ((await browser.call(world.urlOf('/account/users'))).body['data'] as { id: string }[]).map(
        ({ id }) => id,
      );
    const [[ofFirst], [ofSecond]] = [await usersOf(one), await usersOf(other)];
    expect(ofFirst).not.toBe(ofSecond);
    const foreign = await other.call(world.urlOf(`/account/users/${String(ofFirst)}`), 'DELETE');
    expect(foreign).toMatchObject({ status: 404, body: { code: 'user-not-found' } });
  });

  it('two accounts of one provider never meet: an invitation to one is none to the other', async () => {
    const first = await world.account('shared');
    await world.account('shared', { [EMAIL]: 'admin' });
    const browser = new Browser();
    expect((await world.signIn(browser, first.path, ANNA)).status).toBe(403);
    expect((await whoami(browser)).body).toEqual({ signedIn: false });
  });

  it('two accounts of one provider never meet: a callback of one is refused in a sign-in to the other', async () => {
    const first = await world.account('shared', { [EMAIL]: 'viewer' });
    const second = await world.account('shared', { [EMAIL]: 'admin' });
    const browser = new Browser();
    const query = world.provider.authorize((await browser.visit(world.urlOf(first.path))).location, ANNA);
    await browser.visit(world.urlOf(second.path));
    expect((await browser.visit(callback(query))).status).toBe(400);
    expect((await whoami(browser)).body).toEqual({ signedIn: false });
  });

  it('a sign-in that has begun ends when the account changes its provider meanwhile', async () => {
    const { id, path } = await world.account('honest', { [EMAIL]: 'admin' });
    const browser = new Browser();
    const query = world.provider.authorize((await browser.visit(world.urlOf(path))).location, ANNA);
    await world.gateways.call(0, `/admin/accounts/${id}/sign-in`, {
      method: 'PUT',
      key: OPERATOR_TOKEN,
      body: { issuer: world.provider.issuerOf('shared'), ...CLIENT },
    });
    const refused = await browser.visit(callback(query));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('has changed')]);
  });
});

describe('signing out', () => {
  it('signing out ends the session on every replica and leads to the provider', async () => {
    const { path } = await world.account('honest', { [EMAIL]: 'viewer' });
    const browser = new Browser();
    await world.signIn(browser, path, ANNA);
    const copy = new Browser();
    copy.cookies.set('estate_session', browser.cookies.get('estate_session') ?? '');
    expect((await whoami(copy, 1)).body).toMatchObject({ signedIn: true });
    const out = await browser.call(world.urlOf('/dashboard/session'), 'DELETE');
    const next = new URL(String(out.body['continueAt']));
    expect(`${next.origin}${next.pathname}`).toBe(`${world.provider.issuerOf('honest')}/end`);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      client_id: CLIENT.clientId,
      post_logout_redirect_uri: `${PUBLIC_URL}/dashboard/`,
    });
    for (const replica of [0, 1]) {
      await eventually(async () => (await whoami(copy, replica)).body['signedIn'] === false);
    }
  });
});

describe('an operator', () => {
  it('an operator signs in through the provider of the operators, and is no customer', async () => {
    const browser = new Browser();
    const person = { sub: 'olga', email: OPERATOR_EMAIL.toUpperCase(), email_verified: true };
    const back = await world.signIn(browser, '/operator/sign-in', person);
    expect([back.status, back.location]).toEqual([303, '/operator/']);
    expect([...browser.cookies.keys()]).toEqual(['estate_operator']);
    expect((await browser.call(world.urlOf('/admin/accounts'))).status).toBe(200);
    expect((await browser.call(world.urlOf('/account/users'))).status).toBe(401);
    const elsewhere = await browser.visit(world.urlOf('/admin/accounts'));
    expect([elsewhere.status, elsewhere.text]).toEqual([
      403,
      expect.stringContaining('session-of-another-page'),
    ]);
  });

  it('an operator who signs out has no session any more, not even with a copy of the cookie', async () => {
    const browser = new Browser();
    const person = { sub: 'olga', email: OPERATOR_EMAIL, email_verified: true };
    await world.signIn(browser, '/operator/sign-in', person);
    const copy = new Browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    const session = world.urlOf('/operator/session');
    expect((await copy.call(session)).body).toEqual({
      signedIn: true,
      operator: { name: OPERATOR_EMAIL },
    });
    const out = await browser.call(session, 'DELETE');
    expect(String(out.body['continueAt'])).toContain(`${world.provider.issuerOf('operators')}/end?`);
    expect((await browser.call(session)).body).toEqual({ signedIn: false, hasProvider: true });
    expect((await copy.call(world.urlOf('/admin/accounts'))).status).toBe(401);
  });

  it.each([
    ['is not in the list', { sub: 'eve', email: 'eve@operator.example.org', email_verified: true }],
    ['has an unverified address', { sub: 'eve', email: OPERATOR_EMAIL, email_verified: false }],
    [
      'has a Kelvin sign in the place of a k',
      { sub: 'eve', email: '\u{212A}arl@operator.example.org', email_verified: true },
    ],
  ])('an operator who %s gets no session', async (_title, person) => {
    const browser = new Browser();
    expect((await world.signIn(browser, '/operator/sign-in', person)).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });
});
