#!/usr/bin/env node
import { runRek } from './run-rek.ts';

process.exitCode = await runRek(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
