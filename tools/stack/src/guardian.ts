import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** Reads lists of process ids, of which the latest counts; at the end of input it stops them one after another, and then kills them. */
const SCRIPT = `
pids=
while read -r line; do pids=$line; done
for pid in $pids; do
  kill -TERM "$pid" 2>/dev/null || continue
  tries=0
  while [ $tries -lt 50 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; tries=$((tries + 1)); done
  kill -KILL "$pid" 2>/dev/null
done
exit 0
`;

/**
 * A small process that outlives its parent: if the parent has ended without stopping the watched processes, which closes the pipe between
 * the two, it stops them, the last one first.
 */
export class Guardian {
  readonly #watched = new Set<number>();
  readonly #process: ChildProcess;

  constructor() {
    this.#process = spawn('sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    // Without it the stack runs as before; only its own sudden end would leave processes behind.
    this.#process.on('error', () => undefined);
    this.#process.stdin?.on('error', () => undefined);
    this.#process.unref();
  }

  watch(pid: number): void {
    this.#watched.add(pid);
    this.#tell();
  }

  forget(pid: number): void {
    this.#watched.delete(pid);
    this.#tell();
  }

  /** Ends the guardian; processes that it still watches are ended. */
  close(): void {
    this.#process.stdin?.end();
  }

  #tell(): void {
    this.#process.stdin?.write(`${[...this.#watched].reverse().join(' ')}\n`);
  }
}
