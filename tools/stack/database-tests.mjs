// The test files that use the database server which MONGODB_URI names, by the code that they run: what they import, without what they leave
// unused of it. Printed, one a line; `.ci/run` runs them against a second engine. A file that begins with a line `// One engine: ./other.int.test.ts: reason`
// is left out: it asks the database only what the named files ask, and differs from them in something else.
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
const ONE_ENGINE = /^\/\/ One engine: *(.*)$/m;
const NAMED_AND_WHY = /^((?:\.{1,2}\/\S+\.test\.ts(?:, )?)+): \S+ \S+/;

/** The files that have the queries of this one, if it declares that one engine is enough for it. */
export function askedBy(file, root = ROOT) {
  const [, declared] = ONE_ENGINE.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (declared === undefined) return [];
  const [, named] = NAMED_AND_WHY.exec(declared) ?? [];
  if (named === undefined)
    throw new Error(`${file} does not say which files have its queries, and why one engine is enough`);
  return named.split(', ').map((other) => join(dirname(file), other));
}

/** Those of the files for which one engine is not enough. */
function onEveryEngine(files, root) {
  const others = new Map(files.map((file) => [file, askedBy(file, root)]));
  const kept = files.filter((file) => others.get(file).length === 0);
  for (const [file, named] of others)
    for (const other of named)
      if (!kept.includes(other))
        throw new Error(`${file} names ${other}, which does not run on a second engine`);
  return kept;
}

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

/** The files that are for a second engine, of these; paths are those in a folder. */
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
  const found = Object.entries(metafile.outputs)
    .filter(([path]) => using.has(`${root.replace(/\/$/, '')}/${path}`))
    .flatMap(([, { entryPoint }]) => entryPoint ?? []);
  return onEveryEngine(found.sort(), root);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const files = globSync(TESTS, { cwd: ROOT });
  for (const file of await databaseTests(files)) process.stdout.write(`${file}\n`);
}
