import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const SYSTEM_DIRECTORIES = ['/usr/sbin', '/usr/local/sbin'];

/** The full path of a program; undefined if it is not on the PATH. */
export function findProgram(name: string): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_DIRECTORIES];
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
}
