import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig } from 'vite';
import { chunkPlan } from './bundle/chunk-plan.mjs';
import { firstView } from './bundle/first-view.mjs';
import { usedStyles } from './bundle/used-styles.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = file('.').replace(/\/$/, '');
const base = '/dashboard/';

const bundle = {
  outDir: '../../dist/apps/dashboard',
  emptyOutDir: true,
  target: 'es2023',
  // Small files as data: addresses would be one more thing for the policy to allow.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  manifest: 'manifest.json',
  // The dashboard of customers and the console of operators: two pages that share their parts.
  rolldownOptions: { input: [file('index.html'), file('operator.html')] },
};

/** A bundle as the bundler makes it by default: it shows what each page needs, from which the bundle that is served is made. */
async function measured() {
  const apart = { ...bundle, write: false, manifest: false };
  const common = { configFile: false, root, base, logLevel: 'warn' };
  const { output } = await build({ ...common, plugins: [react()], build: apart });
  const plan = chunkPlan(output);
  const codeSplitting = {
    groups: [{ debugName: 'joined', name: (id) => plan.get(id) ?? null }],
    // The plan has a place for the dependencies, too.
    includeDependenciesRecursively: false,
  };
  return {
    plugins: [react(), usedStyles(output), firstView({ root, base })],
    build: { ...bundle, rolldownOptions: { ...bundle.rolldownOptions, output: { codeSplitting } } },
  };
}

export default defineConfig(async ({ command }) => ({
  root,
  base,
  ...(command === 'build' ? await measured() : { plugins: [react()] }),
  // `npx vite` in this folder: the page from its sources, the API of a stack that runs. The host stays the one of the page, which may then sign in.
  server: {
    proxy: Object.fromEntries(
      [
        ...['openapi.json', 'openapi-operator.json'].flatMap((name) => {
          const { paths } = JSON.parse(readFileSync(file(`../api-gateway/reference/${name}`), 'utf8'));
          return Object.keys(paths).map((path) => `/${path.split('/')[1]}`);
        }),
        '/dashboard/session',
        '/operator/session',
      ].map((path) => [path, { target: 'http://localhost:8080' }]),
    ),
  },
}));
