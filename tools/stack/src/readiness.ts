import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** The sign that a process is ready: a line of its output, or a 2xx at an address. */
export type ReadySign = { line: RegExp } | { url: string };

const LOOK_AGAIN_MS = 50;
const LOOK_TIMEOUT_MS = 2000;

export interface Waiting {
  child: ChildProcess;
  sign: ReadySign;
  /** The time that it may be silent. */
  timeoutMs: number;
  /** The size of its output so far. */
  saidBytes: () => number;
}

/** Resolves when the process is ready; rejects if it ends before, cannot be started or makes no progress. */
export async function untilReady({ child, sign, timeoutMs, saidBytes }: Waiting): Promise<void> {
  const over = new AbortController();
  let before = saidBytes();
  const timer = setInterval(() => {
    if (saidBytes() === before)
      over.abort(new Error(`was not ready and said nothing for ${String(timeoutMs / 1000)} s`));
    before = saidBytes();
  }, timeoutMs);
  const failed = (error: Error) => over.abort(new Error(`could not be started: ${error.message}`));
  const ended = (code: number | null, signal: string | null) =>
    over.abort(new Error(`ended with ${String(code ?? signal)} before it was ready`));
  child.once('error', failed).once('exit', ended);
  try {
    await ('url' in sign ? answers(sign.url, over.signal) : said(sign.line, child.stdout, over.signal));
  } finally {
    clearInterval(timer);
    child.off('error', failed).off('exit', ended);
  }
}

async function said(line: RegExp, output: Readable | null, signal: AbortSignal): Promise<void> {
  if (!output) throw new Error('has no output to read');
  const lines = createInterface({ input: output });
  try {
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (text) => {
        if (line.test(text)) resolve();
      });
      const stop = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    });
  } finally {
    lines.close();
    // Closing the reader has paused the stream, which its other listener still needs.
    output.resume();
  }
}

async function answers(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    if (await isOk(url)) return;
    await pause(LOOK_AGAIN_MS);
  }
}

async function isOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
