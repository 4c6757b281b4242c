import { parseArgs } from 'node:util';
import { playDemo } from './demo.ts';
import { localWorld } from './demo-world.ts';
import { keyHint } from './key-hint.ts';
import { keepRunning } from './keep-running.ts';
import { say } from './say.ts';
import { startStack } from './stack.ts';
import type { Stack } from './stack.ts';

const { values } = parseArgs({ options: { 'no-demo': { type: 'boolean', default: false } } });
const { OPERATOR_TOKEN: operatorToken, DATA_DIR: dataDirectory = '.data', PORT: port = '8080' } = process.env;

const stopping = new AbortController();
const starting = startStack({
  root: process.cwd(),
  dataDirectory,
  port: Number(port),
  preferPorts: true,
  ...(operatorToken !== undefined && { operatorToken }),
  onStep: (names) => {
    say(`starting ${names}`);
  },
  onUnexpectedEnd: keepRunning({ say, signal: stopping.signal }),
  signal: stopping.signal,
});

/** The time in which a second Ctrl-C counts as the same one: it may arrive from the terminal and through npm. */
const SAME_SIGNAL_MS = 1000;
let stoppedAtMs = 0;

/** Stops everything in order; a second signal ends it at once. */
async function stop(): Promise<void> {
  if (stopping.signal.aborted) {
    if (performance.now() - stoppedAtMs > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  stoppedAtMs = performance.now();
  say('\nstopping …');
  stopping.abort();
  const stack = await starting.catch(() => undefined);
  const clean = (await stack?.stop()) ?? true;
  say(
    clean
      ? 'stopped; the data is kept for the next start'
      : 'stopped; some processes had to be killed, see the logs',
  );
  process.exit(clean ? 0 : 1);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());

async function fail(error: unknown, stack?: Stack): Promise<void> {
  // While the stack stops, every step fails, and `stop` reports what happened.
  if (stopping.signal.aborted) return;
  say(`\n${error instanceof Error ? error.message : String(error)}`);
  await stack?.stop();
  process.exit(1);
}

try {
  const stack = await starting;
  try {
    if (values['no-demo']) say(keyHint({ apiUrl: stack.apiUrl, port, dataDirectory }));
    else await playDemo(localWorld(stack, dataDirectory));
    say(`ready: ${stack.apiUrl}`);
  } catch (error) {
    await fail(error, stack);
  }
} catch (error) {
  await fail(error);
}
