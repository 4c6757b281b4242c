#!/usr/bin/env node
import { runEstate } from './index.ts';
import { openInBrowser } from './open-in-browser.ts';

const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    controller.abort();
  });
}

/** The exit code of programs that SIGPIPE ends; Node ignores that signal. */
const NOBODY_READS = 141;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(NOBODY_READS);
    throw error;
  });
}

process.exitCode = await runEstate(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  terminal: process.stdout.isTTY ? { columns: process.stdout.columns, open: openInBrowser } : undefined,
  signal: controller.signal,
});
