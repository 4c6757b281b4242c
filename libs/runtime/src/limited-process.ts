import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface LimitedProcessOptions {
  /** The program, which communicates over the channel of its parent. */
  file: string;
  /** The maximum memory that it may write to; Linux only. */
  memoryMb: number;
  heapMb: number;
  /** The complete environment of the program: it inherits nothing of the service. */
  env?: Record<string, string>;
  /** An open file that the program has as descriptor 4. */
  descriptor?: number;
}

/**
 * The system refuses memory beyond the limit, and ends this process before others if the machine itself has none left. The limit applies to
 * written memory: what Node reserves without using it does not count. The kernel ends the process together with its parent, because a stuck
 * program does not notice that its channel has closed.
 */
const WITHIN_LIMIT =
  'ulimit -d "$0" && { echo 1000 >"/proc/$$/oom_score_adj"; exec setpriv --pdeathsig KILL "$@"; }';
/** The size of V8's range for compiled code: reserved as writable memory, all of it counts, although next to nothing of it is written. */
const CODE_RANGE_KIB = 512 * 1024;

/** Starts a program that processes untrusted files in a separate process, within limits. */
export function spawnLimited(options: LimitedProcessOptions): ChildProcess {
  const { file, memoryMb, heapMb, env = {}, descriptor } = options;
  const command = [process.execPath, `--max-old-space-size=${heapMb}`, file];
  const limited = ['/bin/sh', '-c', WITHIN_LIMIT, String(memoryMb * 1000 + CODE_RANGE_KIB), ...command];
  const [program = '', ...args] = process.platform === 'linux' ? limited : command;
  const further = descriptor === undefined ? [] : [descriptor];
  return spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc', ...further] });
}
