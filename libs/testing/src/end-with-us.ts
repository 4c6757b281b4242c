import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** Waits for the end of its input, which comes when the process at the other end has ended. */
const SCRIPT = 'read -r _; kill -KILL "$1"';

/** Ends a process even if this one is killed and cannot do so any more. */
export function endWithUs(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const guard = spawn('sh', ['-c', SCRIPT, 'guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a guard, a killed parent would leave the process running.
  guard.on('error', () => undefined);
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}
