// npm test: set-up, build, boundaries, generated documents, format, lint, types, all tests. Ends with `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import {
  ensureBroker,
  ensureBrowser,
  ensureBundles,
  ensureKubectl,
  ensureMailServer,
  ensurePackages,
  ensurePrometheus,
} from './ensure.mjs';
import { failuresOf } from './failures.mjs';
import { continueUnderPinnedNode } from './pinned-node.mjs';

process.chdir(new URL('../..', import.meta.url).pathname);
const RESULTS = 'dist/test-results.json';

const bin = (name) => `node_modules/.bin/${name}`;
// Version 7 checks, version 6 is what tools are built on; both call their program tsc.
const TYPES = 'node_modules/typescript-7/bin/tsc';

/** A check is a command that ends with 0; it counts as one test. The lanes run side by side and take about the same time. */
const LANES = [
  [
    ['format', [bin('oxfmt'), '--check', '.']],
    ['message map', [process.execPath, 'tools/checks/src/message-map.ts']],
  ],
  [
    ['lint', [bin('oxlint'), '.']],
    ['types', [TYPES, '--noEmit', '-p', 'tsconfig.json']],
    ['types of the dashboard', [TYPES, '--noEmit', '-p', 'apps/dashboard/tsconfig.json']],
    ['boundaries', [process.execPath, 'tools/checks/src/boundaries.ts']],
    ['monitoring', [process.execPath, 'tools/checks/src/monitoring.ts']],
  ],
];

ensurePackages();
await continueUnderPinnedNode();
const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', npm_config_loglevel: 'error' };
const npx = (args, stdio = 'inherit') => spawnSync('npx', ['--no-install', ...args], { stdio, env });

const complete = [
  ensureBroker(),
  ensureMailServer(),
  ensureBrowser(),
  ensurePrometheus(),
  ensureKubectl(),
].every(Boolean);
if (!complete && process.env.CI) throw new Error('In CI nothing may be skipped.');
ensureBundles();
mkdirSync('dist', { recursive: true });

/** What a check prints is held back until it ends, so that the lanes do not mix. */
const check = async ([name, [command, ...args]]) => {
  const startedAt = Date.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const good = await new Promise((resolve) => child.on('close', (status) => resolve(status === 0)));
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(Buffer.concat(printed));
  process.stdout.write(`${good ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`);
  return good ? [] : [`FAILED: ${name}`];
};
const inTurn = async (lane) => {
  const results = [];
  for (const one of lane) results.push(await check(one));
  return results;
};
const failures = (await Promise.all(LANES.map(inTurn))).flat(2);
let failed = failures.length;
let passed = LANES.flat().length - failed;

const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
const tests = npx(['vitest', 'run', ...reporters, ...process.argv.slice(2)]);
const results = JSON.parse(readFileSync(RESULTS, 'utf8'));
passed += results.numPassedTests;
failed += results.numFailedTests;
failures.push(...failuresOf(results));
if (tests.status !== 0 && results.numFailedTests === 0) {
  failed += 1;
  if (failures.length === 0)
    failures.push('FAILED: the run ended with an error outside of any test, see above');
}
for (const line of failures) process.stdout.write(`${line}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && results.numPassedTests > 0 ? 0 : 1);
