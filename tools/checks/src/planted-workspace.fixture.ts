import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface PlantedProject {
  tags: readonly string[];
  dependencies?: readonly string[];
  devDependencies?: readonly string[];
  /** The folders of a service, the lowest first. */
  rooms?: readonly string[];
}

const PROJECTS: Record<string, PlantedProject> = {
  'apps/alpha': {
    tags: ['type:service', 'scope:alpha'],
    dependencies: [
      '@estate/byte-stores',
      '@estate/contracts',
      '@estate/beta',
      '@aws-sdk/client-s3',
      'declared',
      'nats',
    ],
    devDependencies: ['@estate/testing'],
    rooms: ['domain', 'stores', 'lanes', 'routes'],
  },
  'apps/beta': { tags: ['type:service', 'scope:beta'] },
  'libs/byte-stores': { tags: ['type:platform', 'scope:shared'] },
  'libs/contracts': { tags: ['type:contracts', 'scope:shared'] },
  'libs/errors': { tags: ['type:kernel', 'scope:shared'] },
  'libs/messaging': { tags: ['type:platform', 'scope:shared'], dependencies: ['nats'] },
  'libs/testing': { tags: ['type:testing', 'scope:shared'] },
  'tools/gamma': { tags: ['type:tool', 'scope:shared'] },
};

const nameOf = (root: string) => `@estate/${root.slice(root.indexOf('/') + 1)}`;

const asVersions = (names: readonly string[] = []) =>
  Object.fromEntries(names.map((name) => [name, name.startsWith('@estate/') ? '0.0.0' : '1.0.0']));

/** Creates a small workspace like this one in a temporary directory, with files that break rules; returns its path. */
export function plantWorkspace(files: Record<string, string>, projects = PROJECTS): string {
  const root = mkdtempSync(join(tmpdir(), 'planted-'));
  const save = (path: string, content: string | object) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  save('package.json', { name: 'planted', private: true, workspaces: ['apps/*', 'libs/*', 'tools/*'] });
  save('tsconfig.json', {});
  for (const name of ['declared', 'undeclared', '@aws-sdk/client-s3', 'nats']) {
    save(`node_modules/${name}/package.json`, { name, version: '1.0.0', main: 'index.js' });
    save(`node_modules/${name}/index.js`, '');
  }
  mkdirSync(join(root, 'node_modules/@estate'));
  for (const [folder, { tags, dependencies, devDependencies, rooms }] of Object.entries(projects)) {
    const name = nameOf(folder);
    save(`${folder}/project.json`, { name, tags, metadata: { rooms } });
    save(`${folder}/package.json`, {
      name,
      version: '0.0.0',
      type: 'module',
      exports: { '.': './src/index.ts' },
      dependencies: asVersions(dependencies),
      devDependencies: asVersions(devDependencies),
    });
    save(`${folder}/src/index.ts`, 'export {};\n');
    symlinkSync(join(root, folder), join(root, 'node_modules', name));
  }
  for (const [path, text] of Object.entries(files)) save(path, text);
  return root;
}
