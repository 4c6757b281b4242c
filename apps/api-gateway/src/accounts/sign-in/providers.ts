import { createHash } from 'node:crypto';
import { guardedAgent } from '@estate/egress';
import type { EgressPolicy, GuardedAgent } from '@estate/egress';
import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import { LRUCache } from 'lru-cache';
import { providerFetch } from './provider-fetch.ts';
import type { ProviderLimits } from './provider-fetch.ts';

/** The maximum clock difference between a provider and this service. */
export const CLOCK_TOLERANCE_SECONDS = 60;

const LIMITS: ProviderLimits = { timeoutMs: 5000, maxBodyBytes: 256 * 1024 };
const PROVIDERS_MAX = 500;
/** The time after which metadata and keys are read again; for an unknown signing key, they are read earlier. */
const KNOWN_MS = 10 * 60_000;
/** The time for which a failed provider is not called. */
const FAILED_MS = 5000;

/** The client credentials at a provider. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
}

type Known = { config: Configuration } | { error: unknown };

/** The OpenID Connect providers of accounts and of the operators, with their metadata and keys cached for some minutes. */
export class Providers {
  readonly #policy: EgressPolicy;
  readonly #agent: GuardedAgent;
  readonly #limits: ProviderLimits;
  readonly #known: LRUCache<string, Promise<Known>>;

  constructor(
    policy: EgressPolicy,
    { clock, limits = LIMITS }: { clock: () => Date; limits?: ProviderLimits },
  ) {
    this.#policy = policy;
    this.#agent = guardedAgent(policy);
    this.#limits = limits;
    this.#known = new LRUCache({
      max: PROVIDERS_MAX,
      ttl: KNOWN_MS,
      ttlResolution: 0,
      perf: { now: () => clock().getTime() },
    });
  }

  /** @throws the error of the library for an unavailable or unsuitable provider */
  async get(client: ProviderClient): Promise<Configuration> {
    const name = nameOf(client);
    let looking = this.#known.get(name);
    if (!looking) {
      looking = this.#lookUp(client);
      this.#known.set(name, looking);
      if ('error' in (await looking)) this.#known.set(name, looking, { ttl: FAILED_MS });
    }
    const known = await looking;
    if ('error' in known) throw known.error;
    return known.config;
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #lookUp({ issuer, clientId, clientSecret }: ProviderClient): Promise<Known> {
    const auth = clientSecret === undefined ? None() : withSecret(clientSecret);
    try {
      const config = await discovery(
        new URL(issuer),
        clientId,
        { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        auth,
        {
          [customFetch]: providerFetch(this.#agent, this.#limits),
          // The signature of ID tokens is verified although they come from the provider itself.
          execute: [
            enableNonRepudiationChecks,
            // oxlint-disable-next-line no-deprecated -- the library marks it as deprecated to make it stand out
            ...(this.#policy.allowHttp ? [allowInsecureRequests] : []),
          ],
        },
      );
      return { config };
    } catch (error) {
      return { error };
    }
  }
}

/** Sends the secret in the header if the provider supports that, which is the default, otherwise in the body. */
function withSecret(secret: string): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

const nameOf = ({ issuer, clientId, clientSecret }: ProviderClient): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, clientId, clientSecret]))
    .digest('base64url');
