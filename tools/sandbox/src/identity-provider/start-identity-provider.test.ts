import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebServer } from '../web-server.ts';
import { CLIENT } from './people.ts';
import { startIdentityProvider } from './start-identity-provider.ts';

const APPLICATION = 'http://localhost:8080';
let provider: WebServer;
beforeAll(async () => {
  provider = await startIdentityProvider({ port: 0, applicationUrl: APPLICATION });
});
afterAll(() => provider.close());

/** A browser that keeps cookies and follows redirects within the provider. */
function browser() {
  const cookies = new Map<string, string>();
  const visit = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null || location.startsWith(APPLICATION)) return response;
    return visit(new URL(location, url).href);
  };
  return visit;
}

const authorization = (more: Record<string, string> = {}) =>
  `${provider.url}auth?${new URLSearchParams({
    client_id: CLIENT.clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${APPLICATION}/dashboard/sign-in/callback`,
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...more,
  }).toString()}`;

async function choose(person: string): Promise<URL> {
  const visit = browser();
  const page = await visit(authorization());
  expect(await page.text()).toContain('Anna Admin');
  const body = new URLSearchParams({ person });
  const chosen = await visit(page.url, { method: 'POST', body });
  return new URL(chosen.headers.get('location') ?? '');
}

it('a person continues at the sandbox to the account that its application has connected, also after a restart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'estate-people-'));
  const options = { port: 0, applicationUrl: APPLICATION, file: join(directory, 'account.json') };
  let own = await startIdentityProvider(options);
  const connect = async (signInUrl: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ signInUrl });
    return (await fetch(`${own.url}api/account`, { method: 'PUT', headers, body })).status;
  };
  const continued = async () => {
    const { status, headers } = await fetch(`${own.url}continue`, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const signInUrl = `${APPLICATION}/dashboard/sign-in/an-account`;
  expect(await continued()).toEqual([404, null]);
  expect(await connect('https://evil.example.org/')).toBe(400);
  expect(await connect(signInUrl)).toBe(200);
  expect(await continued()).toEqual([303, signInUrl]);
  await own.close();
  own = await startIdentityProvider(options);
  expect(await continued()).toEqual([303, signInUrl]);
  await own.close();
  await rm(directory, { recursive: true });
});

it('the identity provider of the sandbox describes itself under its own address', async () => {
  const issuer = provider.url.replace(/\/$/, '');
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(metadata).toMatchObject({ issuer, code_challenge_methods_supported: ['S256'] });
  expect((await fetch(`${provider.url}health`)).status).toBe(200);
});

it('the identity provider of the sandbox sends a person who was chosen back with a code', async () => {
  const back = await choose('viktor');
  expect(`${back.origin}${back.pathname}`).toBe(`${APPLICATION}/dashboard/sign-in/callback`);
  expect(back.searchParams.get('state')).toBe('the-state');
  expect(back.searchParams.get('code')).toMatch(/./);
});

it('the identity provider of the sandbox signs in nobody that it does not know', async () => {
  expect((await choose('eve')).searchParams.get('error')).toBe('access_denied');
});

it('the identity provider of the sandbox redirects to the registered address only', async () => {
  const refused = await browser()(authorization({ redirect_uri: 'https://evil.example.org/' }));
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('invalid_redirect_uri'),
  ]);
});
