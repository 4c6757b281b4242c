import { parseArgs } from 'node:util';
import { playDemo } from './demo.ts';
import { say } from './say.ts';
import { startStack } from './stack.ts';
import type { Stack } from './stack.ts';

const { values } = parseArgs({ options: { 'no-demo': { type: 'boolean', default: false } } });
const RESTART_DELAY_MS = 1000;

let stack: Stack | undefined;
let stopping: Promise<void> | undefined;

function stop(): Promise<void> {
  stopping ??= (async () => {
    say('\nstopping …');
    const clean = (await stack?.stop()) ?? true;
    say(
      clean
        ? 'stopped; the data stay for the next start'
        : 'stopped, but something had to be killed; see the logs',
    );
    process.exit(clean ? 0 : 1);
  })();
  return stopping;
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());

try {
  const {
    OPERATOR_TOKEN: operatorToken,
    DATA_DIR: dataDirectory = '.data',
    PORT: port = '8080',
  } = process.env;
  stack = await startStack({
    root: process.cwd(),
    dataDirectory,
    port: Number(port),
    preferPorts: true,
    ...(operatorToken !== undefined && { operatorToken }),
    onStep: (names) => {
      say(`starting ${names}`);
    },
    onUnexpectedEnd: (child, code) => {
      if (stopping) return;
      say(`${child.name} ended unexpectedly (${String(code)}), starting it again; log: ${child.logFile}`);
      setTimeout(() => {
        child.start().catch((error: unknown) => {
          say(String(error));
        });
      }, RESTART_DELAY_MS);
    },
  });
  if (!values['no-demo']) await playDemo(stack, dataDirectory);
  say(`ready: ${stack.apiUrl}`);
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}`);
  await stack?.stop();
  process.exit(1);
}
