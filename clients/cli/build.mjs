// Builds the package that customers install: the command `estate` as one file that needs nothing else.
// usage: node clients/cli/build.mjs [directory]
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const PROGRAM = 'estate.js';
const EXECUTABLE = 0o755;

export async function buildCli(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await build({
    entryPoints: [join(HERE, 'src/main.ts')],
    outfile: join(target, PROGRAM),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    // Commander is CommonJS and asks for modules of Node.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });
  chmodSync(join(target, PROGRAM), EXECUTABLE);
  cpSync(join(HERE, 'README.md'), join(target, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

function manifest() {
  const { name, version, license, description } = JSON.parse(
    readFileSync(join(HERE, 'package.json'), 'utf8'),
  );
  return {
    ...{ name, version, license, description, type: 'module' },
    engines: { node: '>=20.3' },
    bin: { estate: PROGRAM },
    files: [PROGRAM, 'README.md', 'LICENSE'],
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildCli(process.argv[2] ?? join(ROOT, 'dist/clients/cli'));
}
