// Bundles one project into ES modules that run without node_modules, native parts excepted.
// usage: node tools/stack/bundle.mjs apps/catalog
import { Buffer } from 'node:buffer';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { NATIVE } from './native.mjs';
import { NODE_VERSION } from './pinned-node.mjs';

const ASSETS = ['fonts', 'profiles', 'schemas', 'marketplaces', 'reference'];
/** Some projects serve what another project built. */
const BUILT = { 'apps/api-gateway': { from: 'dist/apps/dashboard', to: 'dashboard' } };
/** Pages of the project that this one serves. */
const PAGES = { 'apps/api-gateway': { from: 'docs', to: 'guides' } };
/** CommonJS packages inside the bundle expect these. */
const BANNER = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { dirname as __dirnameOf } from 'node:path';",
  "import { fileURLToPath as __pathOf } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __pathOf(import.meta.url);',
  'const __dirname = __dirnameOf(__filename);',
].join('\n');

/** Maps of other people's code are most of a map; Node holds it in memory, 60 MB of it, once the first error has been looked at. */
const ownMapsOnly = {
  name: 'own-maps-only',
  setup({ onLoad }) {
    const empty = Buffer.from('{"version":3,"sources":["dependency"],"mappings":"AAAA"}').toString('base64');
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${empty}`,
      loader: 'default',
    }));
  },
};

/**
 * These modules ask for a stack when they start or end, for which Node would read the maps: pino for transports, of which there are none, depd for
 * its warnings about deprecated calls, and nats for a field that nobody reads.
 */
const STACKS = [
  { file: /[\\/]pino[\\/]lib[\\/]caller\.js$/, stack: /^[^]*$/, instead: 'module.exports = () => [];' },
  {
    file: /[\\/]depd[\\/]index\.js$/,
    stack: /^[^]*$/,
    instead: "module.exports = require('./lib/browser/index.js');",
  },
  {
    file: /[\\/]nats[\\/]lib[\\/].*[\\/]protocol\.js$/,
    stack: /new Error\("close trace"\)\.stack \|\| ""/,
    instead: '""',
  },
];
/** No bundle contains their calls; a new version of a package that does it elsewhere is noticed. */
const STACK_CALLS = /getCallSites|callSiteLocation|close trace/;
const noStacks = {
  name: 'no-stacks',
  setup({ onLoad }) {
    for (const { file, stack, instead } of STACKS) {
      onLoad({ filter: file }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace(stack, instead),
        loader: 'js',
      }));
    }
  },
};

const project = process.argv[2];
if (!project || !existsSync(`${project}/src/main.ts`)) {
  process.stderr.write(`usage: bundle.mjs <project with src/main.ts>; got ${project ?? 'nothing'}\n`);
  process.exit(2);
}
const target = `dist/${project}`;
rmSync(target, { recursive: true, force: true });
const { dependencies = {} } = JSON.parse(readFileSync(`${project}/package.json`, 'utf8'));
const libraries = Object.keys(dependencies)
  .map((name) => name.replace('@estate/', 'libs/'))
  .filter((path) => existsSync(`${path}/src`));
/** A file `x.thread.ts` runs in a thread of its own, `x.process.ts` in a process; each lies beside the bundle as `x.….js`. */
const beside = [project, ...libraries].flatMap((path) =>
  readdirSync(`${path}/src`, { recursive: true })
    .filter((file) => file.endsWith('.thread.ts') || file.endsWith('.process.ts'))
    .map((file) => `${path}/src/${file}`),
);
const entries = [`${project}/src/main.ts`, ...beside].map((file) => ({
  in: file,
  out: basename(file, '.ts'),
}));
const { metafile } = await build({
  entryPoints: entries,
  outdir: `${target}/bin`,
  bundle: true,
  // A module that is imported on demand, or shared by a thread and its program, is a file of its own.
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: `node${NODE_VERSION}`,
  sourcemap: true,
  metafile: true,
  external: NATIVE,
  banner: { js: BANNER },
  plugins: [noStacks, ownMapsOnly],
  logLevel: 'warning',
});
const withStacks = Object.keys(metafile.outputs).filter(
  (file) => file.endsWith('.js') && STACK_CALLS.test(readFileSync(file, 'utf8')),
);
if (withStacks.length > 0)
  throw new Error(`${withStacks.join(', ')} asks for a stack when it starts or ends: see STACKS.`);
for (const asset of ASSETS) {
  if (existsSync(`${project}/${asset}`))
    cpSync(`${project}/${asset}`, `${target}/${asset}`, { recursive: true });
}
const built = BUILT[project];
if (built) cpSync(built.from, `${target}/${built.to}`, { recursive: true });
const pages = PAGES[project];
if (pages)
  for (const page of readdirSync(pages.from).filter((file) => file.endsWith('.md')))
    cpSync(`${pages.from}/${page}`, `${target}/${pages.to}/${page}`);

/** Packages whose code is part of the bundle, by their place in node_modules, for the bill of materials of an image. */
const inBundle = Object.keys(metafile.inputs).flatMap((file) => {
  const [place] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.slice(1) ?? [];
  return place ? [place] : [];
});
const packages = [...new Set(inBundle)].sort();
writeFileSync(`${target}/packages.json`, JSON.stringify({ packages, ...(built && { built: built.from }) }));
