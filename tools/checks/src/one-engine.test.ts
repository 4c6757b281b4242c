import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { askedBy, databaseTests } from '@estate/stack/database-tests.mjs';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

it('tests for which one database engine is enough name tests that run on a second one', async () => {
  const all = globSync('{apps,libs,tools}/*/{src,test}/**/*.{int,e2e}.test.ts', { cwd: ROOT });
  const leftOut = all.filter((file) => askedBy(file).length > 0);
  const named = new Set(leftOut.flatMap((file) => askedBy(file)));
  expect(leftOut.length).toBeGreaterThan(0);
  expect(await databaseTests([...leftOut, ...named])).toEqual([...named].toSorted());
});
