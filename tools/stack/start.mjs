// npm start: installs what is missing, builds, then hands over to the stack. Any Node from 20.19 starts it; the pinned one goes on.
import { ensureBroker, ensureBundles, ensurePackages } from './ensure.mjs';
import { continueUnderPinnedNode } from './pinned-node.mjs';
import { endWithParent } from './run-to-end.mjs';

process.chdir(new URL('../..', import.meta.url).pathname);
endWithParent();
await ensurePackages();
await continueUnderPinnedNode();
if (!ensureBroker()) process.exit(1);
await ensureBundles();
await import(new URL('../../dist/tools/stack/bin/main.js', import.meta.url).href);
