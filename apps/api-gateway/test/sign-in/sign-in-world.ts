import { sendInvitation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { OPERATOR_TOKEN, startGateways } from '../start-gateways.ts';
import type { Gateways } from '../start-gateways.ts';
import type { Browser } from './browser.ts';
import { CLIENT, startHostileProvider } from './hostile-provider.ts';
import type { AtProvider, HostileProvider } from './hostile-provider.ts';

/** The public address of the gateways. Nobody listens there: the tests take the part of the browser. */
export const PUBLIC_URL = 'http://gateway.test:8080';
export const OPERATOR_EMAIL = 'olga@operator.example.org';

export interface SignInWorld {
  gateways: Gateways;
  provider: HostileProvider;
  urlOf(path: string, replica?: number): string;
  /** An account with a provider and, for each email address, an invited user. */
  account(provider: string, invited?: Record<string, string>): Promise<SignInAccount>;
  /** Goes to the provider and back. */
  signIn(browser: Browser, path: string, person: AtProvider): ReturnType<Browser['visit']>;
  close(): Promise<void>;
}

export interface SignInAccount {
  id: string;
  apiKey: string;
  path: string;
}

/** Two replicas, and providers that behave as a test wants. */
export async function startSignInWorld(): Promise<SignInWorld> {
  const provider = await startHostileProvider();
  const gateways = await startGateways(2, {
    PUBLIC_URL,
    EGRESS_ALLOW_HTTP: 'true',
    EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
    FAILED_ATTEMPTS_PER_MINUTE: '100000',
    OPERATOR_OIDC_ISSUER: provider.issuerOf('operators'),
    OPERATOR_OIDC_CLIENT_ID: CLIENT.clientId,
    OPERATOR_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    OPERATOR_OIDC_EMAILS: `${OPERATOR_EMAIL},karl@operator.example.org`,
  });
  // Without an answer of the notifier, every invitation waits for it.
  const notifier = await gateways.serve('notifier', [
    answer(sendInvitation, () => Promise.resolve({ isSent: true })),
  ]);
  const urlOf = (path: string, replica = 0) => `http://127.0.0.1:${String(gateways.ports[replica])}${path}`;
  return {
    gateways,
    provider,
    urlOf,
    account: async (name, invited = {}) => {
      const { id, key } = await gateways.account();
      await gateways.call(0, `/admin/accounts/${id}/sign-in`, {
        method: 'PUT',
        key: OPERATOR_TOKEN,
        body: { issuer: provider.issuerOf(name), ...CLIENT },
      });
      for (const [email, role] of Object.entries(invited)) {
        await gateways.call(0, '/account/users', { key: key.key, body: { email, role } });
      }
      return { id, apiKey: key.key, path: `/dashboard/sign-in/${id}` };
    },
    signIn: async (browser, path, person) => {
      const begun = await browser.visit(urlOf(path));
      const query = provider.authorize(begun.location, person);
      return browser.visit(urlOf(`/dashboard/sign-in/callback?${query.toString()}`, 1));
    },
    close: async () => {
      await notifier.close();
      await gateways.close();
      await provider.close();
    },
  };
}
