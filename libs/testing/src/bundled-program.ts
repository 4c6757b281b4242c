import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const OUT = fileURLToPath(new URL('../../../dist/test-programs', import.meta.url));
/** The definition of `require` that CommonJS packages inside the bundle expect. */
const REQUIRE = [
  "import { createRequire as __createRequire } from 'node:module';",
  'const require = __createRequire(import.meta.url);',
].join('\n');

const bundled = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript program with its imports into one file for `node`, and returns its path; a process that is started and killed many
 * times then starts in a quarter of the time. Files beside the program, such as a directory of data, are not included.
 */
export function bundledProgram(entry: string): Promise<string> {
  const known = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, known);
  return known;
}

async function bundle(entry: string): Promise<string> {
  const name = `${basename(entry, '.ts')}-${createHash('sha256').update(entry).digest('hex').slice(0, 8)}`;
  const path = join(OUT, `${name}.mjs`);
  const outfile = join(OUT, `${name}.${String(process.pid)}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    banner: { js: REQUIRE },
    logLevel: 'error',
  });
  // Another test process may start the program at this moment.
  await rename(outfile, path);
  return path;
}
