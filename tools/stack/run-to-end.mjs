// Programs that the commands of the README run end together with them. Plain Node, no packages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const LOOK_EVERY_MS = 500;

/** Runs a program to its end and passes signals on to it. Where a signal ended the program, this process ends by it, too. */
export async function runToEnd(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  let received;
  const passOn = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(part));
  const [status, ownSignal] = await once(child, 'close');
  for (const signal of SIGNALS) process.off(signal, passOn);
  const signal = received ?? ownSignal;
  if (status !== 0 && signal) await endBy(signal);
  return { status, output: Buffer.concat(parts).toString() };
}

async function endBy(signal) {
  process.kill(process.pid, signal);
  await new Promise(() => undefined);
}

/** Ends this process in order when npm, which started it, was killed and could not pass the signal on. */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}
