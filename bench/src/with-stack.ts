import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiClient, requireAcceptedPackages, startStack } from '@estate/stack';
import type { ApiClient, Stack, StackOptions } from '@estate/stack';
import { nodeOptions } from './profiles/recorded.ts';

export interface Measured {
  stack: Stack;
  api: ApiClient;
  key: string;
  dataDirectory: string;
}

/** One key does all the asking; its requests are counted as ever, but none is refused. */
const UNLIMITED = {
  RATE_LIMIT_PER_MINUTE: '6000000',
  RATE_LIMIT_BURST: '100000',
  ACCOUNT_RATE_LIMIT_PER_MINUTE: '6000000',
  ACCOUNT_RATE_LIMIT_BURST: '100000',
};

const root = fileURLToPath(new URL('../..', import.meta.url));

type Options = Pick<StackOptions, 'env' | 'envOf'>;

/**
 * Runs the whole system from its bundles on an empty data directory, with one account, and removes it afterwards. What
 * was measured counts only if the portal accepted every package.
 */
export const withStack = (measure: (measured: Measured) => Promise<void>, options?: Options): Promise<void> =>
  withDirectory((dataDirectory) =>
    whileRunning(
      dataDirectory,
      async (stack) => {
        const key = await openAccount(stack, 'Bench');
        await measure({ stack, key, dataDirectory, api: apiClient(stack.apiUrl, key) });
      },
      options,
    ),
  );

/** Gives an empty directory, and removes it afterwards. */
export async function withDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'estate-bench-'));
  try {
    await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Runs the whole system on a data directory. @throws Error when the portal has refused a package */
export async function whileRunning(
  dataDirectory: string,
  work: (stack: Stack) => Promise<void>,
  { env = {}, envOf = {} }: Options = {},
): Promise<void> {
  const stack = await startStack({
    root,
    dataDirectory,
    port: 0,
    env: { ...UNLIMITED, ...env },
    envOf,
    nodeOptions,
  });
  const interrupted = () => void stack.stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await work(stack);
    await requireAcceptedPackages(stack);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await stack.stop();
  }
}

/** Opens an account and returns its API key. */
export async function openAccount(stack: Stack, name: string): Promise<string> {
  const operator = apiClient(stack.apiUrl, stack.operatorToken);
  const { apiKey } = await operator.post<{ apiKey: { key: string } }>('/admin/accounts', { name });
  return apiKey.key;
}

/** The process of a database that the stack did not start. */
export const ENGINE_PID = process.env['ENGINE_PID'];

/** The processes of the stack, and the database also when the stack did not start it. */
export const processesWithDatabase = (stack: Stack): Map<string, number> =>
  new Map([
    ...processesOf(stack),
    ...(ENGINE_PID === undefined ? [] : ([['database', Number(ENGINE_PID)]] as const)),
  ]);

/** The processes of the stack that exist, by name; all of them by default. */
export function processesOf(
  stack: Stack,
  wanted: (name: string) => boolean = () => true,
): Map<string, number> {
  const running = [...stack.children].filter(([name]) => wanted(name));
  return new Map(running.flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, pid] as const])));
}
