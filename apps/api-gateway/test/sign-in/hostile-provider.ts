import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Record<string, unknown>;

/** Somebody who signs in at the provider. */
export interface AtProvider {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** How a provider differs from an honest one. */
export interface Behaviour {
  metadata?: (honest: Claims) => Claims;
  claims?: (honest: Claims) => Claims;
  userinfo?: (honest: Claims) => Claims;
  header?: Claims;
  sign?: 'own key' | 'another key' | 'client secret' | 'not at all';
  /** Answers in the place of an endpoint: `token`, `jwks`, `userinfo`, `.well-known/openid-configuration`. */
  answer?: Record<string, (response: ServerResponse) => void>;
  /** Accepts a code more than once, and without its verifier. */
  careless?: boolean;
}

export interface HostileProvider {
  /** A provider of its own for each name. */
  issuerOf(name: string): string;
  behave(name: string, behaviour: Behaviour): void;
  /** What the provider sends a browser back with that came with the address, as the query of the callback. */
  authorize(location: string, person: AtProvider): URLSearchParams;
  /** The requests to an endpoint of a provider. */
  asked(name: string, endpoint: string): number;
  close(): Promise<void>;
}

interface Grant {
  person: AtProvider;
  nonce: string | null;
  challenge: string | null;
  redirectUri: string | null;
}

export const CLIENT = { clientId: 'estate', clientSecret: 'the-secret-of-the-client' };
const [OWN, OTHER] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

function idToken(claims: Claims, { header, sign = 'own key' }: Behaviour): string {
  const alg = { 'not at all': 'none', 'client secret': 'HS256' }[sign as string] ?? 'RS256';
  const signed = `${encoded({ alg, kid: 'key-1', ...header })}.${encoded(claims)}`;
  if (sign === 'not at all') return `${signed}.`;
  if (sign === 'client secret') {
    return `${signed}.${createHmac('sha256', CLIENT.clientSecret).update(signed).digest('base64url')}`;
  }
  const key = (sign === 'own key' ? OWN : OTHER)!.privateKey;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

/** An OpenID Connect provider that is honest until a test makes it hostile. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const behaviours = new Map<string, Behaviour>();
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, AtProvider>();
  const counts = new Map<string, number>();
  const issuerOf = (name: string) => `http://127.0.0.1:${String(port)}/${name}`;
  const behaviourOf = (name: string) => behaviours.get(name) ?? {};

  const metadata = (name: string) => {
    const at = issuerOf(name);
    const honest = {
      issuer: at,
      authorization_endpoint: `${at}/authorize`,
      token_endpoint: `${at}/token`,
      userinfo_endpoint: `${at}/userinfo`,
      end_session_endpoint: `${at}/end`,
      jwks_uri: `${at}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
    return behaviourOf(name).metadata?.(honest) ?? honest;
  };
  const honestClaims = (name: string, { person, nonce }: Grant) => {
    const { sub, ...rest } = person;
    const times = { iat: now(), exp: now() + 300 };
    return { iss: issuerOf(name), sub, aud: CLIENT.clientId, nonce, ...times, ...rest };
  };
  const token = async (name: string, request: IncomingMessage) => {
    const behaviour = behaviourOf(name);
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const [, sent = ''] = (request.headers.authorization ?? '').split('Basic ');
    const credentials = decodeURIComponent(Buffer.from(sent, 'base64').toString());
    const isClient = credentials === `${CLIENT.clientId}:${CLIENT.clientSecret}`;
    const fits = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    if (!grant || !isClient || !(fits || behaviour.careless)) return { status: 400, error: 'invalid_grant' };
    if (!behaviour.careless) grants.delete(code);
    const honest = honestClaims(name, grant);
    const accessToken = randomBytes(9).toString('base64url');
    tokens.set(accessToken, grant.person);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      id_token: idToken(behaviour.claims?.(honest) ?? honest, behaviour),
    };
  };
  const answers: Record<string, (name: string, request: IncomingMessage) => object | Promise<object>> = {
    '.well-known/openid-configuration': metadata,
    jwks: () => ({
      keys: [{ ...OWN!.publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }],
    }),
    token,
    userinfo: (name, request) => {
      const person = tokens.get((request.headers.authorization ?? '').replace('Bearer ', '')) ?? {};
      return behaviourOf(name).userinfo?.({ ...person }) ?? person;
    },
  };

  const server = createServer((request, response) => {
    const [, name = '', ...rest] = (request.url ?? '').split('/');
    const endpoint = rest.join('/');
    counts.set(`${name}/${endpoint}`, (counts.get(`${name}/${endpoint}`) ?? 0) + 1);
    const own = behaviourOf(name).answer?.[endpoint];
    if (own) {
      own(response);
      return;
    }
    void Promise.resolve(answers[endpoint]?.(name, request)).then((body) => {
      const status = body === undefined ? 404 : 'error' in body ? 400 : 200;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    issuerOf,
    behave: (name, behaviour) => void behaviours.set(name, behaviour),
    authorize: (location, person) => {
      const sent = new URL(location).searchParams;
      const code = randomBytes(9).toString('base64url');
      grants.set(code, {
        person,
        nonce: sent.get('nonce'),
        challenge: sent.get('code_challenge'),
        redirectUri: sent.get('redirect_uri'),
      });
      return new URLSearchParams({ code, state: sent.get('state') ?? '' });
    },
    asked: (name, endpoint) => counts.get(`${name}/${endpoint}`) ?? 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
