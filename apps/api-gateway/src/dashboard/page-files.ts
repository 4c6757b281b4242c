import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asset } from '../assets.ts';
import { loadFile } from '../static-file.ts';
import type { StaticFile } from '../static-file.ts';

/** Beside the bundle, else where the workspace builds it. */
const directory = (): string | undefined =>
  [asset('dashboard/'), asset('../../dist/apps/dashboard/')]
    .map((url) => fileURLToPath(url))
    .find((path) => existsSync(join(path, 'index.html')));

/** Every file of the built dashboard by its path, `assets/index-abc.js`; none when it was not built. */
export function loadPageFiles(from = directory()): ReadonlyMap<string, StaticFile> {
  if (from === undefined) return new Map();
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(from, path).split(sep).join('/'), loadFile(path)];
    }),
  );
}
