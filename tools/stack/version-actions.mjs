// Writes the version of a release into every file that names it: `npx nx release` calls it for each project that is published.
import { VersionActions } from 'nx/release/index.js';

const MANIFEST = ['package.json', /^(  "version": ")[^"]+/m];

/** The files of a project with its version, and the text in front of it. */
const PLACES = {
  workspace: [MANIFEST],
  client: [MANIFEST, ['src/version.ts', /^(export const VERSION = ')[^']+/m]],
  cli: [MANIFEST],
  'python-client': [
    MANIFEST,
    ['pyproject.toml', /^(version = ")[^"]+/m],
    ['estate_client/transport.py', /^(VERSION = ")[^"]+/m],
  ],
  'php-client': [
    MANIFEST,
    ['composer.json', /^(  "version": ")[^"]+/m],
    ['src/Transport.php', /(const VERSION = ')[^']+/],
  ],
};
const PUBLISHED = /("@estate\/(?:client|cli)": ")[^"]+/g;
/** The packages that have the version of the release. */
const VERSIONED = ['', 'libs/client', 'clients/cli', 'clients/python', 'clients/php'];
/** The rest of a module after its first type. */
const AFTER_INTERFACE = /^\}\n[^]*$/m;
const NO_ACCEPTED_CHANGES = `}

export const ACCEPTED_CHANGES: readonly AcceptedChange[] = [];
`;
const LOCKFILE = 'package-lock.json';

export default class ReleaseVersion extends VersionActions {
  validManifestFilenames = ['package.json'];

  async readCurrentVersionFromSourceManifest(tree) {
    const manifestPath = this.#pathOf('package.json');
    return { currentVersion: JSON.parse(tree.read(manifestPath, 'utf-8')).version, manifestPath };
  }

  async readCurrentVersionFromRegistry() {
    throw new Error('The version of a release is in package.json.');
  }

  async readCurrentVersionOfDependency() {
    return { currentVersion: null, dependencyCollection: null };
  }

  async updateProjectVersion(tree, version) {
    const { name } = this.projectGraphNode;
    for (const [file, place] of PLACES[name]) replace(tree, this.#pathOf(file), [place, `$1${version}`]);
    if (name === 'client') noteInChangelog(tree, this.#pathOf('CHANGELOG.md'), version);
    if (name === 'workspace') updateWorkspace(tree, version);
    return [`${name} has version ${version}`];
  }

  /** All projects have the same version, which the workspace writes into every package that names one. */
  async updateProjectDependencies() {
    return [];
  }

  #pathOf(file) {
    const { root } = this.projectGraphNode.data;
    return root === '.' ? file : `${root}/${file}`;
  }
}

function replace(tree, path, [place, text]) {
  const before = tree.read(path, 'utf-8');
  const after = before.replace(place, text);
  if (!before.match(place)) throw new Error(`${path} has no version.`);
  tree.write(path, after);
}

function updateWorkspace(tree, version) {
  const lock = JSON.parse(tree.read(LOCKFILE, 'utf-8'));
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/')) continue;
    if (VERSIONED.includes(path)) entry.version = version;
    for (const named of [entry.dependencies, entry.devDependencies])
      for (const name of ['@estate/client', '@estate/cli']) if (named?.[name]) named[name] = version;
    const manifest = path === '' ? 'package.json' : `${path}/package.json`;
    const text = tree.read(manifest, 'utf-8');
    tree.write(manifest, text.replaceAll(PUBLISHED, `$1${version}`));
  }
  tree.write(LOCKFILE, `${JSON.stringify(lock, null, 2)}\n`);
  // The next changes of contracts are compared with those of this release.
  tree.write('libs/contracts/wire-released.json', tree.read('libs/contracts/wire-snapshot.json'));
  replace(tree, 'tools/checks/src/accepted-changes.ts', [AFTER_INTERFACE, NO_ACCEPTED_CHANGES]);
  replace(tree, 'docs/release-notes.md', [
    /^## Next version\n/m,
    `## Next version\n\nNo changes yet.\n\n## Version ${version}\n`,
  ]);
}

/** A version that already has a section needs no note. */
function noteInChangelog(tree, path, version) {
  const text = tree.read(path, 'utf-8');
  if (text.includes(`## ${version}\n`)) return;
  const section = `## ${version}\n\nReleased together with the service, whose release notes list the changes.\n`;
  tree.write(path, text.replace('# Changelog\n', `# Changelog\n\n${section}`));
}
