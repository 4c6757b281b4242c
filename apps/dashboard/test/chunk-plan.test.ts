import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IN_VAIN_MAX_BYTES, chunkPlan } from '../bundle/chunk-plan.mjs';
import type { PlannedChunk } from '../bundle/chunk-plan.mjs';

const chunk = (name: string, rest: Partial<PlannedChunk>): PlannedChunk => ({
  type: 'chunk',
  fileName: `${name}.js`,
  name,
  code: '',
  moduleIds: [`/${name}.ts`],
  imports: [],
  dynamicImports: [],
  isEntry: false,
  isDynamicEntry: false,
  facadeModuleId: null,
  ...rest,
});

/** A text that compresses badly, as much as most scripts do. */
function codeOf(size: number, seed: number): string {
  let state = seed + 1;
  const next = () => (state = Math.imul(state, 1_103_515_245) + 12_345);
  return Array.from({ length: size }, () => String.fromCharCode(33 + ((next() >>> 16) % 90))).join('');
}

/** The bundle of two apps: pages of customers, pages of the console, and scripts that they share, each of which imports later ones. */
const bundles = fc
  .record({
    pages: fc.integer({ min: 1, max: 8 }),
    consolePages: fc.integer({ min: 1, max: 4 }),
    sizes: fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 14 }),
    choices: fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
  })
  .map(({ pages, consolePages, sizes, choices }) => {
    const isChosen = () => choices.next().value === 0;
    const names = sizes.map((_, index) => `shared-${String(index)}.js`);
    const shared = sizes.map((size, index) =>
      chunk(`shared-${String(index)}`, {
        code: codeOf(size, index),
        imports: names.slice(index + 1).filter(isChosen),
      }),
    );
    const pageOf = (name: string) =>
      chunk(name, { isDynamicEntry: true, facadeModuleId: `/${name}.tsx`, imports: names.filter(isChosen) });
    const ofCustomers = Array.from({ length: pages }, (_, index) => pageOf(`page-${String(index)}`));
    const ofConsole = Array.from({ length: consolePages }, (_, index) => pageOf(`console-${String(index)}`));
    const filesOf = (chunks: readonly PlannedChunk[]) => chunks.map(({ fileName }) => fileName);
    const main = {
      isDynamicEntry: true,
      facadeModuleId: '/src/main.tsx',
      dynamicImports: filesOf(ofCustomers),
    };
    return [
      chunk('begin', { isEntry: true, facadeModuleId: '/index.html', dynamicImports: ['main.js'] }),
      chunk('main', { ...main, imports: names.filter(isChosen) }),
      chunk('operator', {
        isEntry: true,
        facadeModuleId: '/operator.html',
        dynamicImports: filesOf(ofConsole),
      }),
      ...ofCustomers,
      ...ofConsole,
      ...shared,
    ];
  });

/** The chunks that are loaded for a script before and after scripts were joined, by their names. */
function loadersOf(chunks: readonly PlannedChunk[]) {
  const plan = chunkPlan(chunks);
  const byFile = new Map(chunks.map((one) => [one.fileName, one]));
  const placeOf = (one: PlannedChunk) => plan.get(one.moduleIds[0] ?? '') ?? one.name;
  const apart = (one: PlannedChunk) => [one];
  const joined = (one: PlannedChunk) => chunks.filter((other) => placeOf(other) === placeOf(one));
  const importsOf = (one: PlannedChunk) => one.imports.flatMap((file) => byFile.get(file) ?? []);
  const load = (whole: typeof apart) => (names: readonly string[]) => {
    const loaded = new Set<PlannedChunk>();
    const queue = chunks.filter(({ name }) => names.includes(name));
    for (const one of queue) {
      if (loaded.has(one)) continue;
      for (const part of whole(one)) {
        loaded.add(part);
        queue.push(...importsOf(part));
      }
    }
    return loaded;
  };
  return { before: load(apart), after: load(joined), joined, importsOf, placeOf };
}

const bytesOf = (chunks: Iterable<PlannedChunk>) =>
  [...chunks].reduce((sum, { code }) => sum + gzipSync(code).length, 0);

const isOfConsole = ({ name }: PlannedChunk) => /^(?:operator|console)/.test(name);

it('the plan of the scripts makes no page load more bytes in vain than its limit', () => {
  const property = fc.property(bundles, (chunks) => {
    const { before, after } = loadersOf(chunks);
    for (const { name } of chunks.filter((one) => one.isDynamicEntry && one.name !== 'main')) {
      const start = name.startsWith('page') ? ['begin', 'main', name] : ['operator', name];
      const more = bytesOf(after(start)) - bytesOf(before(start));
      expect(more).toBeLessThanOrEqual(IN_VAIN_MAX_BYTES);
    }
  });
  fc.assert(property);
});

it('the plan of the scripts gives pages of customers nothing that only the console needs', () => {
  const property = fc.property(bundles, (chunks) => {
    const { before, after } = loadersOf(chunks);
    const ofCustomers = chunks.filter((one) => !isOfConsole(one) && !one.name.startsWith('shared'));
    const names = ofCustomers.map(({ name }) => name);
    expect([...after(names)].toSorted(byName)).toEqual([...before(names)].toSorted(byName));
  });
  fc.assert(property);
});

it('the plan of the scripts lets no scripts import each other in a circle', () => {
  const property = fc.property(bundles, (chunks) => {
    const { joined, importsOf, placeOf } = loadersOf(chunks);
    const visit = (one: PlannedChunk, way: readonly string[]) => {
      expect(way).not.toContain(placeOf(one));
      const next = joined(one).flatMap(importsOf);
      for (const other of next) if (placeOf(other) !== placeOf(one)) visit(other, [...way, placeOf(one)]);
    };
    for (const one of chunks) visit(one, []);
  });
  fc.assert(property);
});

it('the plan of the scripts lets the first script wait for nothing more than it needs', () => {
  const property = fc.property(bundles, ([begin, ...others]) => {
    const needed = others.find(({ name }) => name === 'shared-0')?.fileName ?? '';
    const { before, after } = loadersOf([{ ...(begin as PlannedChunk), imports: [needed] }, ...others]);
    expect([...after(['begin'])].toSorted(byName)).toEqual([...before(['begin'])].toSorted(byName));
  });
  fc.assert(property);
});

it('the plan of the scripts joins small scripts that the same pages need', () => {
  const chunks = [
    chunk('begin', { isEntry: true, facadeModuleId: '/index.html', dynamicImports: ['main.js'] }),
    chunk('main', {
      isDynamicEntry: true,
      facadeModuleId: '/src/main.tsx',
      dynamicImports: ['a.js', 'b.js'],
    }),
    chunk('operator', { isEntry: true, facadeModuleId: '/operator.html' }),
    chunk('a', { isDynamicEntry: true, imports: ['one.js', 'two.js'] }),
    chunk('b', { isDynamicEntry: true, imports: ['one.js', 'two.js'] }),
    chunk('one', { code: 'x' }),
    chunk('two', { code: 'xyz' }),
  ];
  const plan = chunkPlan(chunks);
  expect([plan.get('/one.ts'), plan.get('/two.ts')]).toEqual(['two', 'two']);
});

const byName = (one: PlannedChunk, other: PlannedChunk) => one.name.localeCompare(other.name);
