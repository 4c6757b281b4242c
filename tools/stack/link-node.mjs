// Runs after every installation: npm 10 leaves out the link to the pinned Node, because the packages of other platforms name it, too.
import { existsSync, symlinkSync } from 'node:fs';
import { NODE_PACKAGES } from './pinned-node.mjs';

const LINK = 'node_modules/.bin/node';
const installed = NODE_PACKAGES.find((name) => existsSync(`node_modules/${name}/bin/node`));
if (installed !== undefined && !existsSync(LINK)) symlinkSync(`../${installed}/bin/node`, LINK);
