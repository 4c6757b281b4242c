import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { InvalidInput } from '@estate/errors';
import express from 'express';
import type { Express } from 'express';
import Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { parsed } from '../parsed.ts';
import { saveJson } from '../save-json.ts';
import { serve, webApp } from '../web-server.ts';
import type { ListenAt, WebServer } from '../web-server.ts';
import { CLIENT, PEOPLE } from './people.ts';
import type { SandboxPerson } from './people.ts';
import { noticePage, signInPage, signOutPage, startPage } from './sign-in-page.ts';

export interface IdentityProviderOptions extends ListenAt {
  /** The address of the application from which people come and to which they return, without a trailing slash. */
  applicationUrl: string;
  people?: readonly SandboxPerson[];
  /** The file that stores the connected account between starts. */
  file?: string;
}

const SCOPES = 'openid email profile';
const Account = z.strictObject({ signInUrl: z.url({ protocol: /^https?$/ }) });
type Account = z.output<typeof Account>;
const Choice = z.strictObject({ person: z.string().max(100) });

/** Starts an OpenID Connect provider with a few people, who sign in without a password. Sessions end with the process. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<WebServer> {
  const { people = PEOPLE } = options;
  const app = webApp();
  // Its routes need the provider, whose issuer is the address that the server has only once it listens.
  const own = express();
  app.use((request, response, next) => own(request, response, next));
  const web = await serve(app, options);
  const issuer = web.url.replace(/\/$/, '');
  const provider = new Provider(issuer, configurationOf(options.applicationUrl, people));
  addPages(own, { provider, people, issuer });
  await addAccountRoutes(own, options);
  const answer = provider.callback();
  own.use((request, response) => void answer(request, response));
  return web;
}

function configurationOf(applicationUrl: string, people: readonly SandboxPerson[]): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${applicationUrl}/dashboard/sign-in/callback`],
        post_logout_redirect_uris: [`${applicationUrl}/dashboard/`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The people of the sandbox agree to everything.
    loadExistingGrant,
    findAccount: (_context, id) => accountOf(people, id),
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(16).toString('base64url')] },
    jwks: { keys: [signingKey()] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => void (context.body = signOutPage(form)),
        postLogoutSuccessSource: (context) => void (context.body = noticePage('You have signed out.')),
      },
    },
    renderError: (context, { error }) => {
      context.type = 'html';
      context.body = noticePage(`The request was refused: ${error}`);
    },
    ttl: { Session: 12 * 3600, Interaction: 600, Grant: 12 * 3600, IdToken: 300, AccessToken: 300 },
  };
}

function accountOf(people: readonly SandboxPerson[], id: string) {
  const person = people.find((one) => one.id === id);
  if (!person) return undefined;
  const { name, email } = person;
  return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: true }) };
}

async function loadExistingGrant(context: KoaContextWithOIDC) {
  const { client, provider, session } = context.oidc;
  if (!client || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES);
  await grant.save();
  return grant;
}

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomBytes(6).toString('hex'),
  use: 'sig',
  alg: 'RS256',
});

interface PageParts {
  provider: Provider;
  people: readonly SandboxPerson[];
  issuer: string;
}

function addPages(app: Express, { provider, people, issuer }: PageParts): void {
  app.get('/', (_request, response) => void response.send(startPage(people, issuer)));
  app.get('/sign-in/:uid', (request, response) => {
    response.send(signInPage(people, `/sign-in/${encodeURIComponent(request.params.uid)}`));
  });
  app.post('/sign-in/:uid', express.urlencoded({ extended: false }), async (request, response) => {
    const { person } = parsed(Choice, request.body);
    const known = people.some(({ id }) => id === person);
    const result = known ? { login: { accountId: person } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
}

/** Routes of the connected account: an application sets it, and `/continue` redirects a person to its sign-in. */
async function addAccountRoutes(
  app: Express,
  { applicationUrl, file }: IdentityProviderOptions,
): Promise<void> {
  let account =
    file !== undefined && existsSync(file)
      ? parsed(Account, JSON.parse(await readFile(file, 'utf8')))
      : undefined;
  app.put('/api/account', express.json(), async (request, response) => {
    account = accountIn(applicationUrl, request.body);
    if (file !== undefined) await saveJson(file, account);
    response.json(account);
  });
  app.get('/continue', (_request, response) => {
    if (account) response.redirect(303, account.signInUrl);
    else response.status(404).send(noticePage('No account is connected to this identity provider yet.'));
  });
}

function accountIn(applicationUrl: string, body: unknown): Account {
  const account = parsed(Account, body);
  if (new URL(account.signInUrl).origin === new URL(applicationUrl).origin) return account;
  throw new InvalidInput(`signInUrl must be an address of ${applicationUrl}.`);
}
