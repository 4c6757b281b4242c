import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSettings, requireAcceptedPackages, startStack } from '@estate/stack';
import type { FtpUser, Settings, Stack, StackOptions } from '@estate/stack';
import { refusalsIn } from '@estate/testing';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

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
  REPORT_FOLDER_DELAY_MS: '500',
  ABANDONED_AFTER_MS: '2000',
  IMPORT_LEASE_MS: '3000',
  IMPORT_SWEEP_EVERY_MS: '300',
  FTP_STABLE_MS: '500',
  READ_SWEEP_EVERY_MS: '300',
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

/** The environment of single services; a function prepares it before anything runs. */
export type EnvironmentOf =
  | NonNullable<StackOptions['envOf']>
  | ((settings: Settings, dataDirectory: string) => Promise<NonNullable<StackOptions['envOf']>>);

export interface SystemOptions {
  env?: Record<string, string>;
  envOf?: EnvironmentOf;
  ftpUsers?: readonly FtpUser[];
}

/** The whole system with its sandbox. */
export interface System {
  stack: Stack;
  /** Of the names of its databases; it is unique, so that several systems may share one server. */
  databasePrefix: string;
  /** Stops everything and removes its data; fails when the portal refused a package, or the broker a permission. */
  close(onStopped?: () => void): Promise<void>;
}

export async function startSystem({ env = {}, envOf = {}, ftpUsers }: SystemOptions): Promise<System> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'estate-e2e-'));
  const settings = await loadSettings(dataDirectory, { preferPorts: false });
  const databasePrefix = `e2e-${String(process.pid)}-${String(Date.now())}-`;
  const stack = await startFromBundles({
    root: ROOT,
    dataDirectory,
    port: 0,
    databasePrefix,
    logLevel: 'info',
    onUnexpectedEnd: (child, how) =>
      void process.stderr.write(`${child.complaint(`ended unexpectedly (${how})`)}\n`),
    env: { ...FAST, ...env },
    envOf: typeof envOf === 'function' ? await envOf(settings, dataDirectory) : envOf,
    ...(ftpUsers && { ftpUsers }),
  });
  const close = async (onStopped?: () => void) => {
    try {
      await requireAcceptedPackages(stack);
      await requirePermissions(stack);
    } finally {
      await stack.stop();
      onStopped?.();
    }
    if (process.env['KEEP_DATA'] === undefined) await rm(dataDirectory, { recursive: true, force: true });
  };
  return { stack, databasePrefix, close };
}

/** The test of `npm start` builds the bundles anew, so a process that starts at that moment does not find its file. */
async function startFromBundles(options: StackOptions): Promise<Stack> {
  try {
    return await startStack(options);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('MODULE_NOT_FOUND'))) throw error;
    return startStack(options);
  }
}

/** @throws Error when the broker refused somebody something */
async function requirePermissions({ children, logDirectory }: Stack): Promise<void> {
  if (!children.has('nats-server')) return;
  const log = await readFile(join(logDirectory, 'nats-server.log'), 'utf8');
  const refused = refusalsIn(log);
  if (refused.length > 0) throw new Error(`The broker refused:\n${refused.join('\n')}`);
}
