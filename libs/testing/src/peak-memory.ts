import { readFileSync } from 'node:fs';

/** The peak memory of this process in bytes. `maxRSS` includes that of the process that started it. */
export const peakMemoryBytes = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
