import { customerOf } from '../../edge/access/admission.ts';
import { byEmail } from '../../edge/access/operators.ts';
import type { AuditLog } from '../../records/audit-log/audit-log.ts';
import type { HttpHead } from '@estate/http';
import type { Logger } from '@estate/observability';
import {
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { DashboardSessions, OperatorSessions } from '../../edge/access/sessions.ts';
import { fingerprintOf } from '../../edge/access/fingerprint.ts';
import type { UsedSignInStore } from '../../stores/used-sign-in-store.ts';
import type { UserStore } from '../../stores/user-store.ts';
import { acceptPerson, verifiedEmailOf } from './accept-person.ts';
import { OPERATOR_PATH } from './addresses.ts';
import type { SignInAddresses } from './addresses.ts';
import { asProblem, exchangeCode } from './exchange-code.ts';
import type { Person } from './exchange-code.ts';
import { SignInProblem, messagesOf } from './problem.ts';
import type { Providers } from './providers.ts';
import type { RealmProviders } from './realm-providers.ts';
import type { Realm, StartedSignIn, StartedSignIns } from './started-sign-ins.ts';

const SCOPE = 'openid email profile';

export interface SignInParts {
  addresses: SignInAddresses;
  providers: Pick<Providers, 'get'>;
  realms: RealmProviders;
  started: StartedSignIns;
  used: Pick<UsedSignInStore, 'use'>;
  users: Pick<UserStore, 'signIn' | 'accept' | 'name'>;
  sessions: Pick<DashboardSessions, 'begin'>;
  operatorSessions: Pick<OperatorSessions, 'begin'>;
  auditLog: Pick<AuditLog, 'record'>;
  clock: () => Date;
  log: Logger;
}

/** The redirect of the browser, and its cookies. */
export interface NextStep {
  location: string;
  cookies: string[];
}

/** Signs users in through the OpenID Connect provider of their account, and operators through theirs. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** True if a provider is configured there. */
  async isPossible(realm: Realm): Promise<boolean> {
    return (await this.#parts.realms.find(realm)) !== undefined;
  }

  /** Redirects the browser to the provider. @throws SignInProblem */
  async start(realm: Realm, returnTo: string, head: HttpHead): Promise<NextStep> {
    const { addresses, providers, realms, started } = this.#parts;
    const client = await realms.find(realm);
    if (!client) throw new SignInProblem('unknown');
    const redirectUri = redirectUriOf(addresses);
    const config = await providers.get(client).catch(asProblem);
    const { issuer, clientId } = client;
    const secrets = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const location = buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
    });
    const kept = started.keep({ realm, issuer, clientId, ...secrets, returnTo }, head);
    return { location: location.href, cookies: [kept] };
  }

  /** Starts a session for the person whom the provider identified, in the browser that started the sign-in. @throws SignInProblem */
  async finish(head: HttpHead): Promise<NextStep> {
    const { started } = this.#parts;
    const sealed = started.find(head);
    const { until, ...own } = sealed;
    if (head.query['state'] !== own.state) throw new SignInProblem('started-elsewhere');
    if (!(await this.#parts.used.use(own.state, new Date(until)))) throw new SignInProblem('used');
    const person = await this.#personOf(own, head);
    const step = own.realm === 'operator' ? this.#asOperator(person, head) : this.#asUser(person, own, head);
    const { location, cookies } = await step;
    return { location, cookies: [...cookies, started.forget(head)] };
  }

  /** The provider's sign-out page, if it has one. */
  async signOutUrl(realm: Realm): Promise<string | undefined> {
    const { addresses, providers, realms, log } = this.#parts;
    const client = await realms.find(realm);
    if (!client) return undefined;
    try {
      const config = await providers.get(client);
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const parameters = { post_logout_redirect_uri: addresses.afterSignOut(realm) };
      return buildEndSessionUrl(config, parameters).href;
    } catch (error) {
      // The dashboard session has ended, even if the sign-out at the provider fails.
      log.warn({ causes: messagesOf(error) }, 'sign-out.incomplete');
      return undefined;
    }
  }

  async #personOf(own: StartedSignIn, head: HttpHead): Promise<Person> {
    const { addresses, clock, providers, realms } = this.#parts;
    const client = await realms.find(own.realm);
    if (client?.issuer !== own.issuer || client.clientId !== own.clientId) throw new SignInProblem('changed');
    const config = await providers.get(client).catch(asProblem);
    const callback = new URL(redirectUriOf(addresses));
    callback.search = new URL(`http://localhost${head.url}`).search;
    return exchangeCode({ config, callback, started: own, now: clock() });
  }

  async #asUser(person: Person, { realm, returnTo }: StartedSignIn, head: HttpHead): Promise<NextStep> {
    const { auditLog, sessions, log } = this.#parts;
    const { accountId } = realm as Exclude<Realm, 'operator'>;
    const user = await acceptPerson(person, accountId, this.#parts);
    const { actor } = customerOf({ user });
    const holder = { userId: user.id, fingerprint: fingerprintOf(person) };
    const cookie = await auditLog.record({ ...sessionStarted(head), accountId, actor }, () =>
      Promise.resolve(sessions.begin(holder, head)),
    );
    log.info({ accountId, userId: user.id, requestId: head.requestId }, 'sign-in.succeeded');
    return { location: returnTo, cookies: [cookie] };
  }

  async #asOperator(person: Person, head: HttpHead): Promise<NextStep> {
    const { auditLog, operatorSessions, realms, log } = this.#parts;
    const email = verifiedEmailOf(await person.profile());
    if (!realms.isOperator(email)) throw new SignInProblem('not-invited');
    const { actor, proof } = byEmail(email);
    const cookie = await auditLog.record({ ...sessionStarted(head), actor }, () =>
      Promise.resolve(operatorSessions.begin(proof, head)),
    );
    log.info({ requestId: head.requestId }, 'operator-sign-in.succeeded');
    return { location: OPERATOR_PATH, cookies: [cookie] };
  }
}

/** The start of a session, for the audit log. */
const sessionStarted = ({ address, requestId }: HttpHead) =>
  ({ action: 'session.started', address, requestId, resource: { type: 'session' } }) as const;

function redirectUriOf(addresses: SignInAddresses): string {
  try {
    return addresses.redirectUri;
  } catch (error) {
    throw new SignInProblem('address-unknown', error);
  }
}
