import { tmpdir } from 'node:os';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from './child.ts';
import { Guardian } from './guardian.ts';

/** Starts three processes like the stack, one of which ignores SIGTERM, prints their ids and keeps running. */
const guardian = new Guardian();
const logDirectory = mkdtempSync(join(tmpdir(), 'estate-starter-'));
const LIVE = "console.log('ready'); setInterval(() => {}, 1000);";
const child = (name: string, script: string) =>
  new Child({
    name,
    command: process.execPath,
    args: ['-e', script],
    env: {},
    logDirectory,
    ready: { line: /^ready$/ },
    guardian,
  });
const children = [
  child('first', LIVE),
  child('deaf', `process.on('SIGTERM', () => {}); ${LIVE}`),
  child('restarted', LIVE),
];
for (const one of children) await one.start();
await children[2]?.kill();
await children[2]?.start();
process.stdout.write(`${JSON.stringify({ logDirectory, pids: children.map(({ pid }) => pid) })}\n`);
