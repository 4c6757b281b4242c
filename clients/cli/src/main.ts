#!/usr/bin/env node
import { runEstate } from './index.ts';
import { openInBrowser } from './open-in-browser.ts';

const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    controller.abort();
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
