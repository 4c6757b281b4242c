import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** Reads lists of process ids, the latest one counts; at the end of input it ends them one after another, politely first. */
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
 * A small process that outlives its maker for a moment: should the maker be gone without having stopped what it watches,
 * which closes the pipe between the two, it stops that in its place, the last one first.
 */
export class Guardian {
  readonly #watched = new Set<number>();
  readonly #process: ChildProcess;

  constructor() {
    this.#process = spawn('sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    // Without it the stack runs as before; only its own sudden death would leave processes behind.
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

  /** Lets the guardian go; what it still watches is ended. */
  close(): void {
    this.#process.stdin?.end();
  }

  #tell(): void {
    this.#process.stdin?.write(`${[...this.#watched].reverse().join(' ')}\n`);
  }
}
