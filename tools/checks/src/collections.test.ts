import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXPORTED_KINDS, OWNERS } from '@estate/contracts';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SHIPPED = globSync('apps/*/src/**/*.ts', { cwd: ROOT }).filter(
  (path) => !/\.(test|fixture|suite)\.ts$/.test(path),
);
const DECLARATIONS = globSync(
  ['apps/*/src/collections.ts', 'libs/persistence/src/collections/library-collections.ts'],
  {
    cwd: ROOT,
  },
);
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

describe('the collections of services', () => {
  it('every service that has a database declares its collections in one file', () => {
    const services = globSync('apps/*/src/stores/open-stores.ts', { cwd: ROOT });
    expect(services.length).toBeGreaterThan(OWNERS.length);
    const expected = services.map((path) => path.replace('stores/open-stores.ts', 'collections.ts'));
    expect(DECLARATIONS.filter((path) => path.startsWith('apps/')).toSorted()).toEqual(expected.toSorted());
  });

  it('no service opens a collection that it does not declare', () => {
    expect(SHIPPED.length).toBeGreaterThan(500);
    expect(SHIPPED.filter((path) => /\.collection(<[^>]*>)?\(/.test(read(path)))).toEqual([]);
  });

  it('a service whose documents name persons erases them, and the erasure of a person asks it', () => {
    const rulesOf = (path: string) => [...read(path).matchAll(/person: \{\s*keys:/g)];
    const naming = DECLARATIONS.filter((path) => rulesOf(path).length > 0).map((path) => path.split('/')[1]);
    const eraser = read('apps/api-gateway/src/accounts/erasures/erasure-worker.ts');
    const asked = [...eraser.matchAll(/await askOwner\((\w+),/g)].map(([, operation = '']) => operation);
    const subjects = read('libs/contracts/src/privacy.ts');
    const owners = asked.map((name) => new RegExp(`${name} = [^;]*?ask\\.(\\w+)\\.`).exec(subjects)?.[1]);
    const erasing = globSync('apps/*/src/stores/open-stores.ts', { cwd: ROOT })
      .filter((path) => read(path).includes('erasePersonFrom('))
      .map((path) => path.split('/')[1]);
    expect(naming.length).toBeGreaterThan(1);
    expect(erasing.toSorted()).toEqual(naming.toSorted());
    expect(owners.toSorted()).toEqual(naming.toSorted());
  });

  it('every kind of line of an export contains a declared collection', () => {
    const declared = DECLARATIONS.flatMap((path) =>
      [...read(path).matchAll(/exportedAs: \[([^\]]*)\]/g)].flatMap(([, kinds = '']) =>
        [...kinds.matchAll(/'(\w+)'/g)].map(([, kind]) => kind),
      ),
    );
    expect([...new Set(declared)].toSorted()).toEqual([...EXPORTED_KINDS].toSorted());
  });
});
