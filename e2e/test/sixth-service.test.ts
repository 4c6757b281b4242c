import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START_TIMEOUT_MS } from './support/world.ts';
import { copyWorkspace } from './support/workspace-copy.ts';
import type { WorkspaceCopy } from './support/workspace-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let copy: WorkspaceCopy;
let stack: ChildProcess | undefined;
let internalUrl: string;
const read = (file: string) => readFileSync(join(copy.root, file), 'utf8');

beforeAll(async () => {
  copy = copyWorkspace(ROOT);
  copy.run('nx', 'g', '@estate/generators:service', 'tally');
  copy.link('apps/tally');
  for (const check of ['message-map', 'monitoring'])
    copy.run('node', `tools/checks/src/${check}.ts`, '--write');
  copy.run('nx', 'run-many', '-t', 'build');
  stack = await start();
  const { ports } = JSON.parse(read('.data/settings.json')) as { ports: Record<string, number> };
  internalUrl = `http://127.0.0.1:${String(ports['tallyInternal'])}`;
}, 2 * START_TIMEOUT_MS);

afterAll(async () => {
  if (stack?.exitCode === null) {
    stack.kill('SIGTERM');
    await once(stack, 'exit');
  }
  copy.remove();
});

/** The whole system of the copy, once it says that it is ready. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/tools/stack/bin/main.js', '--no-demo'], {
    cwd: copy.root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: '.data' },
  });
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('ready: ')) resolve();
    });
    child.once('exit', (code) => {
      reject(new Error(`The system ended with ${String(code)} before it was ready.`));
    });
  });
  await ready;
  return child;
}

const textOf = async (path: string) => (await fetch(`${internalUrl}${path}`)).text();

describe('a sixth service', () => {
  it('is made without a file outside of its folder that is written by hand', () => {
    expect(copy.changed().filter((file) => !file.startsWith('apps/tally/'))).toEqual([
      'deploy/nats/users.conf',
      'deploy/src/deployed-services.ts',
      'docs/message-map.md',
      'docs/monitoring.md',
      'libs/contracts/src/index.ts',
      'libs/contracts/src/tally.ts',
      'tools/manifests/package.json',
      'tools/manifests/src/services.ts',
    ]);
  });

  it('starts with the others, and its database and the broker let it in', async () => {
    expect(JSON.parse(await textOf('/readyz'))).toMatchObject({
      status: 'ready',
      checks: { store: true, broker: true },
    });
  });

  it('has a user at the broker that may answer its operation, a row in the message map, and a password', () => {
    expect(read('deploy/nats/users.conf')).toContain('user: "tally"');
    expect(read('deploy/nats/users.conf')).toContain('"ask.tally.count-entries"');
    expect(read('docs/message-map.md')).toContain('ask.tally.count-entries');
    expect(read('deploy/src/deployed-services.ts')).toContain('NATS_TALLY_PASSWORD');
  });

  it('shows metrics with its name, which the table of metrics knows', async () => {
    expect(await textOf('/metrics')).toMatch(/^answers_total\{.*operation="count-entries".*service="tally"/m);
    expect(read('docs/monitoring.md')).toMatch(/`answers_total`.*\btally\b/);
  });

  it('is saved and restored with the others', () => {
    const steps = copy.run('node', 'tools/rek/src/main.ts', 'backup', '--json');
    expect(steps).toContain('mongodump');
    expect(steps).toContain('--db tally');
  });

  it('passes the linter, its own test, and the check of what is unused or undeclared', () => {
    copy.run('nx', 'run-many', '-t', 'test,lint', '-p', 'tally');
    copy.run('nx', 'unused', 'workspace');
  });
});
