import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/** The number of ends in a file; 0 without one. */
export function readEnds(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

/** Counts an end. It follows no link, because others may write to the directory of temporary files. */
export function countEnd(file: string): void {
  const ends = readEnds(file) + 1;
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  writeSync(descriptor, String(ends));
  closeSync(descriptor);
}
