import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiClient, requireAcceptedPackages, startStack } from '@estate/stack';
import type { ApiClient, Stack, StackOptions } from '@estate/stack';

export interface Measured {
  stack: Stack;
  api: ApiClient;
  key: string;
  dataDirectory: string;
}

/** One key does all the asking; its requests are counted as ever, but none is refused. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '6000000', RATE_LIMIT_BURST: '100000' };

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs the whole system from its bundles on an empty data directory, with one account, and removes it afterwards. What
 * was measured counts only if the portal accepted every package.
 */
export async function withStack(
  measure: (measured: Measured) => Promise<void>,
  { env = {}, envOf = {} }: Pick<StackOptions, 'env' | 'envOf'> = {},
): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'estate-bench-'));
  try {
    const stack = await startStack({ root, dataDirectory, port: 0, env: { ...UNLIMITED, ...env }, envOf });
    const interrupted = () => void stack.stop().finally(() => process.exit(1));
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    try {
      const operator = apiClient(stack.apiUrl, stack.operatorToken);
      const account = await operator.post<{ apiKey: { key: string } }>('/admin/accounts', { name: 'Bench' });
      const { key } = account.apiKey;
      await measure({ stack, key, dataDirectory, api: apiClient(stack.apiUrl, key) });
      await requireAcceptedPackages(stack);
    } finally {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      await stack.stop();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** The processes of the stack that exist, by name; all of them by default. */
export function processesOf(
  stack: Stack,
  wanted: (name: string) => boolean = () => true,
): Map<string, number> {
  const running = [...stack.children].filter(([name]) => wanted(name));
  return new Map(running.flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, pid] as const])));
}
