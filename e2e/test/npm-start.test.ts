import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromiumBinary, freePort, isAlive, processTree } from '@estate/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { openWindow } from './support/browser.ts';
import { sharedBrowser } from './support/shared/use-shared.ts';
import { until } from './support/until.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Everything but the broker and the database: six services and the seven parts of the sandbox. */
const PROCESSES_MIN = 13;

interface Started {
  npm: ChildProcess & { pid: number };
  lines: string[];
  dataDirectory: string;
  /** All processes, once the system was ready. */
  tree: number[];
}
const started: Started[] = [];

/** Runs the command of the README until it says that the system is ready. */
async function npmStart(...options: string[]): Promise<Started> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'estate-npm-start-'));
  const npm = spawn('npm', ['start', '--', ...options], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  }) as Started['npm'] & { stdout: NodeJS.ReadableStream };
  const now: Started = { npm, lines: [], dataDirectory, tree: [npm.pid] };
  started.push(now);
  for await (const line of createInterface({ input: npm.stdout })) {
    now.lines.push(line);
    if (line.startsWith('ready: ')) return Object.assign(now, { tree: processTree(npm.pid) });
  }
  throw new Error(`npm start ended before the system was ready:\n${now.lines.join('\n')}`);
}

/** The second cell of a row of the table that is printed. */
function printed(lines: readonly string[], name: string): string {
  const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  const cells = rows.map((row) => row.map((cell) => cell.trim())).find(([first]) => first === name);
  if (!cells?.[1]) throw new Error(`No row is printed for ${name}:\n${lines.join('\n')}`);
  return cells[1];
}

/** Sends the signal to npm alone and waits until nothing is left of what it has started. */
async function endedBy(signal: NodeJS.Signals, { npm, tree }: Started): Promise<void> {
  expect(tree.length).toBeGreaterThan(PROCESSES_MIN);
  npm.kill(signal);
  await until({
    what: `all processes to end after ${signal}`,
    look: () => Promise.resolve(tree.filter(isAlive)),
    good: (alive) => alive.length === 0,
  });
}

afterEach(() => {
  for (const { tree, dataDirectory } of started.splice(0)) {
    for (const pid of tree.filter(isAlive)) process.kill(pid, 'SIGKILL');
    rmSync(dataDirectory, { recursive: true, force: true });
  }
});

describe('npm start', () => {
  it.skipIf(chromiumBinary() === undefined)(
    'the account that npm start prints signs in with its key, and people with a button; SIGTERM for npm ends every process',
    async () => {
      const system = await npmStart();
      const { lines } = system;
      const dashboard = printed(lines, 'Dashboard');
      const browser = await sharedBrowser();
      try {
        const byKey = await openWindow(browser, [new URL(dashboard).origin]);
        await byKey.page.goto(dashboard);
        await byKey.page.getByLabel('API key').fill(printed(lines, 'API key'));
        await byKey.page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await byKey.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
        await byKey.page.getByText('Beispiel Wohnen GmbH').first().waitFor();
        expect([...byKey.complaints, ...byKey.outside]).toEqual([]);

        const { page } = await openWindow(browser, []);
        await page.goto(printed(lines, 'Dashboard, people'));
        await page.getByRole('link', { name: 'Continue as a person' }).click();
        await page.getByRole('button', { name: 'Viktor Viewer' }).click();
        await page.getByText('Viktor Viewer · Viewer').waitFor();
        await page.getByText('Beispiel Wohnen Team GmbH').first().waitFor();
      } finally {
        await browser.close();
      }
      await endedBy('SIGTERM', system);
    },
  );

  it('nothing of npm start outlives npm when npm is killed', async () => {
    await endedBy('SIGKILL', await npmStart('--no-demo'));
  });
});
