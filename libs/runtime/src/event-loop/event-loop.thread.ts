import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import type { Debugger } from 'node:inspector';
import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { countEnd } from './ends-file.ts';
import { BLOCKED_EXIT_CODE, LOOKS } from './watched.ts';
import type { Watched } from './watched.ts';

const STACK_FRAMES = 20;
/** The maximum number of steps to code of the service: between two microtasks there is only code of Node. */
const STEPS_MAX = 100;
/** The time limit for pausing: code that JavaScript cannot interrupt does not pause. */
const PAUSE_MS = 5000;
const STDOUT = 1;

const { service, limitMs, beats, endsFile } = workerData as Watched;
let lastBeats = -1;
let silentLooks = 0;

const looking = setInterval(() => {
  const now = Atomics.load(beats, 0);
  silentLooks = now === lastBeats ? silentLooks + 1 : 0;
  lastBeats = now;
  if (silentLooks < LOOKS) return;
  clearInterval(looking);
  end();
}, limitMs / LOOKS);

/** Reports the position of the event loop, and ends the process. */
function end(): void {
  setTimeout(() => {
    try {
      report([]);
    } finally {
      // The first process of a container ignores this; its orchestrator ends it.
      process.kill(process.pid, 'SIGKILL');
    }
  }, PAUSE_MS);
  const session = new Session();
  const urls = new Map<string, string>();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => void urls.set(params.scriptId, params.url));
  let steps = 0;
  session.on('Debugger.paused', ({ params }) => {
    steps += 1;
    const isOwn = params.callFrames.some(({ location }) => !urls.get(location.scriptId)?.startsWith('node:'));
    if (!isOwn && steps < STEPS_MAX) {
      session.post('Debugger.stepInto');
      return;
    }
    report(params.callFrames.map((frame) => shown(frame, urls)));
    session.post('Runtime.evaluate', { expression: `process.reallyExit(${String(BLOCKED_EXIT_CODE)})` });
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function shown({ functionName, location }: Debugger.CallFrame, urls: ReadonlyMap<string, string>): string {
  const { scriptId, lineNumber, columnNumber = 0 } = location;
  const place = `${urls.get(scriptId) ?? ''}:${String(lineNumber + 1)}:${String(columnNumber + 1)}`;
  return functionName === '' ? place : `${functionName} (${place})`;
}

/** Writes the log line itself, because the logger belongs to the blocked thread. */
function report(stack: readonly string[]): void {
  const line = {
    ...{ level: 'fatal', time: new Date().toISOString(), service, limitMs },
    stack: stack.slice(0, STACK_FRAMES),
    msg: 'event-loop.blocked',
  };
  writeSync(STDOUT, `${JSON.stringify(line)}\n`);
  try {
    countEnd(endsFile);
  } catch {
    // A full disk must not keep the process alive; the line has been written.
  }
}
