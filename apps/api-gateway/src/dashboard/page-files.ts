import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { asset } from '../assets.ts';

/** A file of the dashboard, ready to be sent. */
export interface PageFile {
  plain: Buffer;
  packed: Buffer;
  mediaType: string;
}

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

/** Beside the bundle, else where the workspace builds it. */
function directory(): string | undefined {
  return [asset('dashboard/'), asset('../../dist/apps/dashboard/')]
    .map((url) => fileURLToPath(url))
    .find((path) => existsSync(join(path, 'index.html')));
}

/** Every file of the built dashboard by its path, `assets/index-abc.js`; none when it was not built. */
export function loadPageFiles(from = directory()): ReadonlyMap<string, PageFile> {
  if (from === undefined) return new Map();
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(from, path).split(sep).join('/'), load(path)];
    }),
  );
}

function load(path: string): PageFile {
  const plain = readFileSync(path);
  const mediaType = MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
  return { plain, packed: gzipSync(plain), mediaType };
}
