import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
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
  },
  // `npx vite` in this folder: the page from its sources, the API of a stack that runs.
  server: {
    proxy: Object.fromEntries(
      [
        '/account',
        '/contacts',
        '/events',
        '/listings',
        '/properties',
        '/requests',
        '/target-types',
        '/targets',
        '/webhooks',
        '/dashboard/session',
      ].map((path) => [path, 'http://localhost:8080']),
    ),
  },
});
