import type { NewApiKey } from '@estate/contracts';
import { apiClient, requireAcceptedPackages } from '@estate/stack';
import type { ApiClient, Stack, StackAddresses } from '@estate/stack';
import { documentedFetch } from './documented-answers.ts';
import { portalUsersOf } from './shared/portal-users.ts';
import { nameOfTestFile, sharedSystem } from './shared/use-shared.ts';
import { startSystem } from './start-system.ts';
import type { EnvironmentOf, System } from './start-system.ts';

/** Longer than the stack's own patience, so that a start that fails is cleaned up by the stack itself. */
export const START_TIMEOUT_MS = 900_000;

export interface CustomerAccount {
  id: string;
  key: string;
  api: ApiClient;
}

/** What a test file may use of a system that it shares: accounts of its own, also on the portal. */
export interface World {
  stack: StackAddresses;
  /** The name of the database of a service. */
  databaseOf(service: string): string;
  /** Opens another account and talks to the API with its first key. */
  account(name: string): Promise<CustomerAccount>;
  /** Fails when the portal refused a package of this file. */
  close(): Promise<void>;
}

/** A system that no other test file uses. */
export interface OwnWorld extends World {
  stack: Stack;
  logs: string;
  close: System['close'];
}

const worldOn = (
  { apiUrl, operatorToken }: StackAddresses,
  databasePrefix: string,
): Pick<World, 'databaseOf' | 'account'> => {
  const operator = apiClient(apiUrl, operatorToken, documentedFetch);
  return {
    databaseOf: (service) => `${databasePrefix}${service}`,
    account: async (name) => {
      const account = { name };
      const { id, apiKey } = await operator.post<{ id: string; apiKey: NewApiKey }>(
        '/admin/accounts',
        account,
      );
      return { id, key: apiKey.key, api: apiClient(apiUrl, apiKey.key, documentedFetch) };
    },
  };
};

/** The system that all test files share that change nothing of others; the first of them starts it. */
export async function sharedWorld(): Promise<World> {
  const { stack: shared, databasePrefix } = await sharedSystem();
  const stack = { ...shared, ftpUsers: portalUsersOf(nameOfTestFile()) };
  return { stack, ...worldOn(stack, databasePrefix), close: () => requireAcceptedPackages(stack) };
}

/** Starts a system for one test file, which says what others would not bear or would disturb. */
export async function ownWorld(
  _because: string,
  env: Record<string, string> = {},
  envOf: EnvironmentOf = {},
): Promise<OwnWorld> {
  const { stack, databasePrefix, close } = await startSystem({ env, envOf });
  return { stack, logs: stack.logDirectory, ...worldOn(stack, databasePrefix), close };
}
