import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for what they share. */
    sharedUrl: string;
  }
}

interface Shared {
  /** What test files get to know. */
  told: unknown;
  close(): Promise<void>;
}

async function startSharedSystem(): Promise<Shared> {
  const { startSystem } = await import('../start-system.ts');
  const { portalUsersOf } = await import('./portal-users.ts');
  const files = await readdir(new URL('../../', import.meta.url));
  const names = files.flatMap((file) => (file.endsWith('.test.ts') ? [basename(file, '.test.ts')] : []));
  const { stack, databasePrefix, close } = await startSystem({ ftpUsers: names.flatMap(portalUsersOf) });
  const { children: _children, ...addresses } = stack;
  return { told: { stack: addresses, databasePrefix }, close };
}

async function startSharedBrowser(): Promise<Shared> {
  const { serveBrowser } = await import('@estate/testing');
  const browser = await serveBrowser();
  return { told: browser.wsEndpoint(), close: () => browser.close() };
}

const STARTS: Record<string, () => Promise<Shared>> = {
  '/system': startSharedSystem,
  '/browser': startSharedBrowser,
};
const started = new Map<string, Promise<Shared>>();

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const shared = started.get(path) ?? STARTS[path]?.() ?? Promise.reject(new Error(`Nothing is at ${path}.`));
  started.set(path, shared);
  shared.then(
    ({ told }) => response.end(JSON.stringify(told)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

/** Before any test file runs: a run that needs nothing shared starts nothing. */
export async function setup({ provide }: TestProject): Promise<void> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  provide('sharedUrl', `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
}

/** After all test files. What could not be started has failed the files that asked for it. */
export async function teardown(): Promise<void> {
  server.close();
  const all = await Promise.allSettled(started.values());
  const closed = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : []));
  for (const one of await Promise.allSettled(closed)) if (one.status === 'rejected') throw one.reason;
}
