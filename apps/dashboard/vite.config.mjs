import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: file('.'),
  base: '/dashboard/',
  plugins: [react()],
  build: {
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
  },
  // `npx vite` in this folder: the page from its sources, the API of a stack that runs.
  server: {
    proxy: Object.fromEntries(
      [
        ...['openapi.json', 'openapi-operator.json'].flatMap((name) => {
          const { paths } = JSON.parse(readFileSync(file(`../api-gateway/reference/${name}`), 'utf8'));
          return Object.keys(paths).map((path) => `/${path.split('/')[1]}`);
        }),
        '/dashboard/session',
        '/operator/session',
      ].map((path) => [path, 'http://localhost:8080']),
    ),
  },
});
