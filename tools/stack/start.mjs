// npm start: installs what is missing, builds, then hands over to the stack.
import { ensureBroker, ensureBundles, ensurePackages } from './ensure.mjs';

process.chdir(new URL('../..', import.meta.url).pathname);
ensurePackages();
if (!ensureBroker()) process.exit(1);
ensureBundles();
await import(new URL('../../dist/tools/stack/bin/main.js', import.meta.url).href);
