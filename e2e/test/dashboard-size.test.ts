import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const BUILT = new URL('../../dist/apps/dashboard/', import.meta.url);
const LIMIT_BYTES = 250_000;
const MODULES = new URL('../../node_modules/', import.meta.url);
const SCRIPTS_MAX = 30;

interface Chunk {
  file: string;
  imports?: string[];
}

const read = (file: string) => readFileSync(new URL(file, BUILT));
const manifest = JSON.parse(read('manifest.json').toString()) as Record<string, Chunk>;

/** The scripts that are loaded for an entry, each once. */
function scriptsOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const one of chunk.imports ?? []) scriptsOf(one, seen);
  return seen;
}

const router = readFileSync(new URL('../../apps/dashboard/src/app/router.tsx', import.meta.url), 'utf8');

/** The name in the manifest of the page at a path. A page that another one imports is a shared script, which has no source there. */
function pageAt(path: string): string {
  const module = router.split(`'${path}'`)[1]?.match(/import\('\.\.\/([^']+)'\)/)?.[1] ?? '';
  const shared = `_${basename(module, '.tsx')}-`;
  const found = Object.keys(manifest).find((name) => name === `src/${module}` || name.startsWith(shared));
  if (found === undefined) throw new Error(`the bundle has no script of ${path}`);
  return found;
}

/** What a view of the dashboard begins with; the first script loads the second one while it reads the session. */
const started = () => scriptsOf('src/main.tsx', scriptsOf('index.html'));

const pages = JSON.parse(read('pages.json').toString()) as { path: string; files: string[] }[];
const linksOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="\/dashboard\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);

describe('the built dashboard', () => {
  it.each(pages)(
    'the first view of $path asks for at most 30 scripts, all of them named in the HTML',
    ({ path, files }) => {
      const needed = scriptsOf(pageAt(path), started());
      const named = [...linksOf(read('index.html').toString()), ...files].filter((file) =>
        file.endsWith('.js'),
      );
      expect(named.toSorted()).toEqual([...needed].toSorted());
      expect(named.length).toBeLessThanOrEqual(SCRIPTS_MAX);
    },
  );

  it('the built dashboard has the styles of every component of Mantine that it uses', () => {
    const all = readFileSync(new URL('@mantine/core/styles.css', MODULES), 'utf8');
    const assets = readdirSync(new URL('assets/', BUILT));
    const textOf = (kind: RegExp) =>
      assets
        .filter((name) => kind.test(name))
        .map((name) => read(`assets/${name}`).toString())
        .join('\n');
    const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]+\b/g));
    const styled = classesIn(all);
    const used = [...classesIn(textOf(/\.js$/))].filter((name) => styled.has(name));
    expect(used.length).toBeGreaterThan(50);
    const present = classesIn(textOf(/\.css$/));
    expect(used.filter((name) => !present.has(name))).toEqual([]);
  });

  it('the built scripts import each other in no circle', () => {
    const passed = new Set<string>();
    const visit = (name: string, way: readonly string[]) => {
      expect(way).not.toContain(name);
      if (passed.has(name)) return;
      for (const next of manifest[name]?.imports ?? []) visit(next, [...way, name]);
      passed.add(name);
    };
    for (const name of Object.keys(manifest)) visit(name, []);
  });

  it('every script and style of the built dashboard is also there with Brotli and gzip', () => {
    const files = readdirSync(new URL('assets/', BUILT)).filter((name) => /\.(?:js|css)$/.test(name));
    expect(files.length).toBeGreaterThan(20);
    for (const name of files) {
      const plain = read(`assets/${name}`);
      expect(brotliDecompressSync(read(`assets/${name}.br`)).equals(plain)).toBe(true);
      expect(gunzipSync(read(`assets/${name}.gz`)).equals(plain)).toBe(true);
    }
  });

  it.each([
    'src/pages/overview/overview-page.tsx',
    'src/pages/listings/listings-page.tsx',
    'src/pages/webhooks/delivery-page.tsx',
    'src/pages/properties/new-property-page.tsx',
    'src/pages/properties/edit-property-page.tsx',
    'src/pages/imports/imports-page.tsx',
    'src/pages/imports/import-page.tsx',
  ])('the first view of %s loads less than 250 KB of compressed scripts', (page) => {
    const files = scriptsOf(page, started());
    expect(files.size).toBeGreaterThan(3);
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    expect(bytes).toBeLessThan(LIMIT_BYTES);
  });

  it.each([
    'src/console/pages/find-page.tsx',
    'src/console/pages/account/account-page.tsx',
    'src/console/pages/usage-page.tsx',
  ])('the first view of %s loads less than 250 KB of compressed scripts', (page) => {
    const files = scriptsOf(page, scriptsOf('operator.html'));
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    expect(bytes).toBeLessThan(LIMIT_BYTES);
  });

  it('the built dashboard of customers loads nothing of the console of operators on any page', () => {
    const ofPages = Object.keys(manifest).filter((name) => /^src\/(?:pages|search)\//.test(name));
    expect(ofPages.length).toBeGreaterThan(20);
    const files = ofPages.reduce((seen, page) => scriptsOf(page, seen), started());
    const OF_CONSOLE = /\/admin\/|\/operator\/session|rek_operator_|Operator console/;
    const isOfConsole = (file: string) => OF_CONSOLE.test(read(file).toString());
    expect([...files].filter(isOfConsole)).toEqual([]);
    expect(
      [...scriptsOf('src/console/pages/keys-page.tsx', scriptsOf('operator.html'))].some(isOfConsole),
    ).toBe(true);
  });

  it.each(['index.html', 'operator.html'])(
    'the built %s refers to its own files only and has no inline scripts',
    (name) => {
      const page = read(name).toString();
      const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
      expect(addresses.length).toBeGreaterThan(2);
      for (const address of addresses) expect(address).toMatch(/^\/(dashboard\/|docs$)/);
      expect(page).not.toMatch(/<script(?![^>]* src=)/);
    },
  );
});
