// Single files of packages of the registry that are no dependencies, fetched once into a cache. Plain Node, no packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Unpacks a file of a package beside its place and moves it, so that a file in the cache is whole; `made` may change it before.
 * False if the package cannot be had or is another one.
 */
export async function fetchFile({ name, version, integrity, path }, target, made = async (file) => file) {
  process.stdout.write(`fetching ${name} ${version} …\n`);
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(join(dirname(target), 'new-'));
  try {
    const quiet = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
    const packed = spawnSync('npm', ['pack', '--silent', `${name}@${version}`], quiet);
    const archive = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    if (packed.status !== 0 || hashOf(archive) !== integrity) return false;
    if (spawnSync('tar', ['-xzf', archive, path], quiet).status !== 0) return false;
    renameSync(await made(join(folder, path)), target);
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hashOf = (file) => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
