// Lays out what an image holds: a bundle, and of all packages only those that the bundle names, at the lockfile's versions.
// With a bill of materials; VERSION and REVISION of the environment say what is laid out.
// usage: node deploy/docker/lay-out.mjs apps/catalog <directory>
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { NATIVE } from '@estate/stack/native.mjs';
import { billOfMaterials } from './sbom.mjs';

const [project, target] = process.argv.slice(2);
const bundle = `dist/${project}`;
if (!project || !target || !existsSync(`${bundle}/bin/main.js`)) {
  process.stderr.write(
    `usage: lay-out.mjs <project with a bundle> <directory>; got ${project ?? 'nothing'}\n`,
  );
  process.exit(2);
}

/** The packages that the bundle still asks for by name. */
function named() {
  const scripts = readdirSync(`${bundle}/bin`).filter((file) => file.endsWith('.js'));
  const text = scripts.map((file) => readFileSync(`${bundle}/bin/${file}`, 'utf8')).join('\n');
  return NATIVE.filter((name) =>
    new RegExp(`(from|import\\(|require\\(|resolve\\()\\s*["']${name}["'/]`).test(text),
  );
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Where Node would find a package from the folder of another: the nearest node_modules above. */
function found(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (packages[path]) return path;
    if (folder === '.') return undefined;
  }
}

/** With all that they need; what is optional only where it is installed, which is for this platform. */
function closure(names) {
  const paths = new Set();
  const take = (name, from, optional) => {
    const path = found(name, from);
    if (path === undefined || !existsSync(path)) {
      if (optional) return;
      throw new Error(`${name}, which ${from} needs, is not installed`);
    }
    if (paths.has(path)) return;
    paths.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path];
    for (const one of Object.keys(dependencies)) take(one, path, one in optionalDependencies);
    for (const one of Object.keys(optionalDependencies)) take(one, path, true);
  };
  for (const name of names) take(name, '.', false);
  return [...paths].sort();
}

mkdirSync(target, { recursive: true });
cpSync(bundle, target, { recursive: true });
cpSync('deploy/docker/health.sh', join(target, 'health.sh'));
const native = closure(named());
for (const path of native) {
  const nested = join(path, 'node_modules');
  cpSync(path, join(target, path), { recursive: true, filter: (source) => !source.startsWith(nested) });
}

/** The packages of what another project built and this one serves: all that it declares, with all that they need. */
function servedPackages(built) {
  if (built === undefined) return [];
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(built.replace(/^dist\//, ''), 'package.json'), 'utf8'),
  );
  return closure(Object.keys(dependencies).filter((name) => !name.startsWith('@estate/')));
}

const { packages: bundled, built } = JSON.parse(readFileSync(join(bundle, 'packages.json'), 'utf8'));
rmSync(join(target, 'packages.json'));
const { VERSION: version = 'unreleased', REVISION: revision = 'unknown' } = process.env;
const bill = billOfMaterials(
  { name: basename(project), version, revision },
  [...bundled, ...native, ...servedPackages(built)],
  packages,
);
writeFileSync(join(target, 'sbom.cdx.json'), JSON.stringify(bill, null, 1));
