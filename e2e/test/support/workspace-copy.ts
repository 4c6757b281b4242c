import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const MADE = new Set(['node_modules', 'dist', '.data', '.git', '.nx', 'coverage']);

/** A copy of this workspace in which a test may change files. */
export interface WorkspaceCopy {
  root: string;
  /** What a program of the workspace prints. @throws Error when it fails */
  run(program: string, ...args: string[]): string;
  /** The files that are not as in the original, sorted. */
  changed(): string[];
  /** Stands for `npm install` after a package was added. */
  link(folder: string): void;
  /** Uses the built projects of the original, except for one. */
  linkBuilt(except: string): void;
  remove(): void;
}

/** Copies the sources; packages are linked to those of the original, the workspace's own ones to the copy. */
export function copyWorkspace(original: string): WorkspaceCopy {
  const root = mkdtempSync(join(tmpdir(), 'estate-workspace-'));
  for (const entry of readdirSync(original).filter((name) => !MADE.has(name)))
    cpSync(join(original, entry), join(root, entry), {
      recursive: true,
      filter: (path) => !path.endsWith('/node_modules'),
    });
  linkPackages(original, root);
  const link = (folder: string) => {
    symlinkSync(
      join(root, folder),
      join(root, 'node_modules/@estate', folder.slice(folder.indexOf('/') + 1)),
    );
  };
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      encoding: 'utf8',
      // A change of a central type is an error in many files.
      maxBuffer: 256 * 1024 * 1024,
      env: {
        ...process.env,
        ...{ NX_DAEMON: 'false', NX_TUI: 'false' },
        // Its files have other names in each run.
        NODE_COMPILE_CACHE: join(root, 'dist/compile-cache'),
      },
    });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
    return stdout;
  };
  return {
    root,
    run,
    link,
    linkBuilt: (except) => {
      for (const project of ['apps', 'tools'].flatMap((name) => projectsIn(join(original, 'dist'), name))) {
        if (project === except) continue;
        mkdirSync(dirname(join(root, 'dist', project)), { recursive: true });
        symlinkSync(join(original, 'dist', project), join(root, 'dist', project));
      }
    },
    changed: () => filesOf(root).filter((file) => !isSame(join(original, file), join(root, file))),
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function linkPackages(original: string, root: string): void {
  const packages = join(original, 'node_modules');
  const own = join(root, 'node_modules/@estate');
  mkdirSync(own, { recursive: true });
  // Programs write there.
  const cache = join(packages, '.cache');
  if (existsSync(cache)) cpSync(cache, join(root, 'node_modules/.cache'), { recursive: true });
  for (const name of readdirSync(packages).filter((one) => one !== '@estate' && one !== '.cache'))
    symlinkSync(join(packages, name), join(root, 'node_modules', name));
  for (const name of readdirSync(join(packages, '@estate')))
    symlinkSync(readlinkSync(join(packages, '@estate', name)), join(own, name));
  for (const folder of ['apps', 'libs', 'tools', 'clients'].flatMap((name) => projectsIn(original, name)))
    if (readdirSync(join(original, folder)).includes('node_modules'))
      symlinkSync(join(original, folder, 'node_modules'), join(root, folder, 'node_modules'));
}

const projectsIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

const filesOf = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true, encoding: 'utf8' })
    .filter(({ name }) => !MADE.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, entry.name) : [entry.name]))
    .sort();

const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });

function isSame(one: string, other: string): boolean {
  try {
    return readFileSync(one).equals(readFileSync(other));
  } catch {
    return false;
  }
}
