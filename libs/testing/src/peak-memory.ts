import { readFileSync } from 'node:fs';

/** The most memory that this process has had, in bytes. `maxRSS` includes what the process that started it had. */
export const peakMemoryBytes = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
