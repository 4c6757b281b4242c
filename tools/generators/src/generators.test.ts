import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { propertyType } from './property-type.mjs';
import { service } from './service.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The part of a tree of Nx that generators use, over the files of this workspace; what is written stays in memory. */
function treeOf() {
  const written = new Map<string, string>();
  const read = (path: string) => written.get(path) ?? readFileSync(ROOT + path, 'utf8');
  const exists = (path: string) => path === 'apps/inbox' || written.has(path);
  return { written, read, exists, write: (path: string, text: string) => void written.set(path, text) };
}

it('a service is a folder and an operation that the contracts export', () => {
  const { written, ...tree } = treeOf();
  service(tree, { name: 'virtual-tour' });
  const outside = [...written.keys()].filter((path) => !path.startsWith('apps/virtual-tour/'));
  expect(outside).toEqual(['libs/contracts/src/virtual-tour.ts', 'libs/contracts/src/index.ts']);
  expect(written.get('libs/contracts/src/index.ts')).toContain("export * from './virtual-tour.ts';");
  expect(JSON.parse(written.get('apps/virtual-tour/project.json') ?? '')).toMatchObject({
    name: 'virtual-tour',
    tags: ['type:service', 'scope:virtual-tour'],
  });
  expect(written.get('apps/virtual-tour/src/manifest.ts')).toContain('answers: [countVirtualTourEntries]');
});

it('a service does not replace one that is there', () => {
  expect(() => service(treeOf(), { name: 'inbox' })).toThrow('apps/inbox is there already');
});

it('a property type is a definition and a row of the table of types', () => {
  const { written, ...tree } = treeOf();
  propertyType(tree, { name: 'holiday-home-buy' });
  expect([...written.keys()]).toEqual([
    'libs/contracts/src/property-types/types/holiday-home-buy.ts',
    'libs/contracts/src/property-types/index.ts',
  ]);
  const index = written.get('libs/contracts/src/property-types/index.ts');
  expect(index).toContain("import { holidayHomeBuy } from './types/holiday-home-buy.ts';");
  expect(index).toContain('  holidayHomeBuy,\n} as const;');
});
