// The test files that use the database server which MONGODB_URI names, by the code that they run: what they import, without what they leave
// unused of it. Printed, one a line; `.ci/run` runs them against a second engine.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TESTS = '{apps,libs,tools}/*/{src,test}/**/*.{int,e2e}.test.ts';
const PACKAGES = '{apps,libs,tools,deploy,e2e}{,/*}/package.json';
/** A test that reads it can be given another server. */
const READS_ADDRESS = /\bprocess\.env(?:\.MONGODB_URI\b|\[['"]MONGODB_URI['"]\])/;

/** The packages of the workspace in which something reads the address, and those that depend on them. */
function readers(root) {
  const packages = globSync(PACKAGES, { cwd: root }).map((file) => {
    const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    const sources = globSync('src/**/*.ts', { cwd: join(root, dirname(file)) });
    const reads = sources.some((source) =>
      READS_ADDRESS.test(readFileSync(join(root, dirname(file), source), 'utf8')),
    );
    return { name, dependencies: Object.keys(dependencies), reads };
  });
  const found = new Set(packages.filter(({ reads }) => reads).map(({ name }) => name));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { name, dependencies } of packages)
      if (dependencies.some((one) => found.has(one))) found.add(name);
  }
  return found;
}

/** Other packages open no database that a test is given. */
const onlyOf = (names) => ({
  name: 'only-readers',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || names.has(path.split('/').slice(0, 2).join('/'))
        ? undefined
        : { path, external: true },
    );
  },
});

/** The files that use the database, of these; paths are those in a folder. */
export async function databaseTests(files, root = ROOT) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: '.',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'esnext',
    treeShaking: true,
    plugins: [onlyOf(readers(root))],
    logLevel: 'error',
  });
  const using = new Set(outputFiles.filter(({ text }) => READS_ADDRESS.test(text)).map(({ path }) => path));
  return Object.entries(metafile.outputs)
    .filter(([path]) => using.has(`${root.replace(/\/$/, '')}/${path}`))
    .flatMap(([, { entryPoint }]) => entryPoint ?? [])
    .sort();
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const files = globSync(TESTS, { cwd: ROOT });
  for (const file of await databaseTests(files)) process.stdout.write(`${file}\n`);
}
