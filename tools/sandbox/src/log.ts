/** Writes one line to standard output; the only place of the sandbox that does. */
export function log(line: string): void {
  process.stdout.write(`${line}\n`);
}
