// Lets a browser ask for everything that a page needs at once: the HTML names the scripts and styles of the dashboard, and `pages.json` those of each page.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED = /\.(?:js|css)$/;
const ROUTE = /\bpage\(\s*'([^']+)',\s*async \(\) => \(await import\('\.\.\/(pages\/[^']+)'\)\)/g;

/** Names in the HTML, and in `pages.json`, what is loaded by imports on demand. */
export function firstView({ root, base }) {
  const main = join(root, 'src/main.tsx');
  return {
    name: 'first-view',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        if (!bundle || !path.endsWith('/index.html')) return [];
        const begun = filesOf(bundle, join(root, 'index.html'));
        return filesOf(bundle, main)
          .filter((file) => !begun.includes(file))
          .map((file) => ({ tag: 'link', attrs: linkOf(base + file), injectTo: 'head' }));
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const present = new Set(filesOf(bundle, join(root, 'index.html')).concat(filesOf(bundle, main)));
        const pages = routesOf(root).map(({ path, file }) => ({
          path,
          files: filesOf(bundle, file).filter((one) => !present.has(one)),
        }));
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
      },
    },
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => COMPRESSED.test(name));
      await Promise.all(names.map((name) => compress(join(dir, name))));
    },
  };
}

const linkOf = (href) =>
  href.endsWith('.css')
    ? { rel: 'stylesheet', crossorigin: true, href }
    : { rel: 'modulepreload', crossorigin: true, href };

/** The files that are loaded for a module: its script, the scripts that this imports, and their styles. */
function filesOf(bundle, module) {
  const first = Object.values(bundle).find(({ moduleIds }) => moduleIds?.includes(module));
  if (!first) throw new Error(`the bundle has no script of ${module}`);
  const files = new Set();
  const add = (chunk) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const file of chunk.imports) add(bundle[file]);
  };
  add(first);
  return [...files];
}

/** The path and the module of each page, as the router has them. */
function routesOf(root) {
  const text = readFileSync(join(root, 'src/app/router.tsx'), 'utf8');
  const routes = [...text.matchAll(ROUTE)].map(([, path, file]) => ({ path, file: join(root, 'src', file) }));
  if (routes.length !== text.match(/import\('\.\.\/pages\//g).length)
    throw new Error('the router cannot be read');
  return routes;
}

/** The gateway sends what a browser accepts. */
async function compress(path) {
  const plain = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }));
}
