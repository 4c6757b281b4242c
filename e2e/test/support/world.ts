import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NewApiKey } from '@estate/contracts';
import { apiClient, loadSettings, requireAcceptedPackages, startStack } from '@estate/stack';
import type { ApiClient, Settings, Stack, StackOptions } from '@estate/stack';
import { refusalsIn } from '@estate/testing';
import { documentedFetch } from './documented-answers.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Longer than the stack's own patience, so that a start that fails is cleaned up by the stack itself. */
export const START_TIMEOUT_MS = 150_000;

/** Pauses short enough for a test and leases that outlive a dead process only briefly. */
const FAST = {
  PUBLISH_RETRY_DELAYS_MS: '300,600,1000,2000,4000',
  PROCESSING_RETRY_DELAYS_MS: '300,1000,3000',
  PROCESSING_LEASE_MS: '4000',
  PROCESSING_SWEEP_EVERY_MS: '300',
  PROPERTY_RECHECK_MS: '1000',
  LANE_LEASE_MS: '3000',
  LANE_SWEEP_MS: '300',
  UPKEEP_SWEEP_MS: '500',
  ABANDONED_AFTER_MS: '2000',
  IMPORT_LEASE_MS: '3000',
  IMPORT_SWEEP_EVERY_MS: '300',
  FTP_STABLE_MS: '500',
  WEBHOOK_REPEAT_BASE_MS: '200',
  WEBHOOK_TIMEOUT_MS: '2000',
  WEBHOOK_SWEEP_MS: '300',
  ASK_TIMEOUT_MS: '3000',
  // A test asks for more in a moment than a customer in an hour.
  RATE_LIMIT_PER_MINUTE: '600000',
  RATE_LIMIT_BURST: '10000',
  ACCOUNT_RATE_LIMIT_PER_MINUTE: '600000',
  ACCOUNT_RATE_LIMIT_BURST: '10000',
  FAILED_ATTEMPTS_PER_MINUTE: '6000',
};

/** The whole system with its sandbox, and where its logs are. */
export interface World {
  stack: Stack;
  logs: string;
  /** The name of the database of a service. */
  databaseOf(service: string): string;
  /** Opens another account and talks to the API with its first key. */
  account(name: string): Promise<CustomerAccount>;
  /** Stops everything and removes its data; fails when the portal refused a package, or the broker a permission. */
  close(onStopped?: () => void): Promise<void>;
}

export interface CustomerAccount {
  id: string;
  key: string;
  api: ApiClient;
}

/** The environment of single services; a function prepares it before anything runs. */
type EnvironmentOf =
  | NonNullable<StackOptions['envOf']>
  | ((settings: Settings, dataDirectory: string) => Promise<NonNullable<StackOptions['envOf']>>);

/** Starts a system of its own; its database names are unique, so that several may share one server. */
export async function startWorld(
  env: Record<string, string> = {},
  envOf: EnvironmentOf = {},
): Promise<World> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'estate-e2e-'));
  const settings = await loadSettings(dataDirectory, { preferPorts: false });
  const databasePrefix = `e2e-${String(process.pid)}-${String(Date.now())}-`;
  const stack = await startStack({
    root: ROOT,
    dataDirectory,
    port: 0,
    databasePrefix,
    logLevel: 'info',
    onUnexpectedEnd: (child, how) =>
      void process.stderr.write(`${child.complaint(`ended unexpectedly (${how})`)}\n`),
    env: { ...FAST, ...env },
    envOf: typeof envOf === 'function' ? await envOf(settings, dataDirectory) : envOf,
  });
  const operator = apiClient(stack.apiUrl, stack.operatorToken, documentedFetch);
  return {
    stack,
    logs: join(dataDirectory, 'logs'),
    databaseOf: (service) => `${databasePrefix}${service}`,
    account: async (name) => {
      const { id, apiKey } = await operator.post<{ id: string; apiKey: NewApiKey }>('/admin/accounts', {
        name,
      });
      return { id, key: apiKey.key, api: apiClient(stack.apiUrl, apiKey.key, documentedFetch) };
    },
    close: async (onStopped) => {
      try {
        await requireAcceptedPackages(stack);
        await requirePermissions(stack);
      } finally {
        await stack.stop();
        onStopped?.();
      }
      if (process.env['KEEP_DATA'] === undefined) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** @throws Error when the broker refused somebody something */
async function requirePermissions({ children, logDirectory }: Stack): Promise<void> {
  if (!children.has('nats-server')) return;
  const log = await readFile(join(logDirectory, 'nats-server.log'), 'utf8');
  const refused = refusalsIn(log);
  if (refused.length > 0) throw new Error(`The broker refused:\n${refused.join('\n')}`);
}
