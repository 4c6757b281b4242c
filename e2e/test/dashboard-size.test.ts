import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const BUILT = new URL('../../dist/apps/dashboard/', import.meta.url);
const LIMIT_BYTES = 250_000;

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

describe('the built dashboard', () => {
  it.each([
    'src/pages/overview/overview-page.tsx',
    'src/pages/listings/listings-page.tsx',
    'src/pages/webhooks/delivery-page.tsx',
    'src/pages/properties/new-property-page.tsx',
    'src/pages/properties/edit-property-page.tsx',
    'src/pages/imports/imports-page.tsx',
    'src/pages/imports/import-page.tsx',
  ])('the first view of %s loads less than 250 KB of compressed scripts', (page) => {
    const files = scriptsOf(page, scriptsOf('index.html'));
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
    const files = ofPages.reduce((seen, page) => scriptsOf(page, seen), scriptsOf('index.html'));
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
