// Builds the package that customers install, the command `estate` as one file that needs Node only; or a program that needs nothing.
// usage: node clients/cli/build.mjs [directory]
//        node clients/cli/build.mjs --executable FILE
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const PROGRAM = 'estate.js';
const EXECUTABLE = 0o755;

const bundle = (outfile) =>
  build({
    entryPoints: [join(HERE, 'src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    // Defines `require` for Commander, which is CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });

/** Builds the command as one program with the Node that builds it, for its platform. */
export async function buildExecutable(file) {
  const folder = mkdtempSync(join(tmpdir(), 'estate-executable-'));
  try {
    const main = join(folder, 'estate.mjs');
    await bundle(main);
    const settings = {
      main,
      mainFormat: 'module',
      output: resolve(file),
      disableExperimentalSEAWarning: true,
    };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
    execFileSync(process.execPath, ['--build-sea', join(folder, 'settings.json')], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function buildCli(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await bundle(join(target, PROGRAM));
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
  const [first, file] = process.argv.slice(2);
  if (first === '--executable') await buildExecutable(file ?? join(ROOT, 'dist/estate'));
  else await buildCli(first ?? join(ROOT, 'dist/clients/cli'));
}
