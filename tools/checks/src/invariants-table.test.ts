import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@estate/manifests';
import { expect, it } from 'vitest';
import { auditSources, invariantRows, invariantsIn } from './invariants-table.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const sorted = (all: readonly { service: string; name: string }[]) =>
  all.toSorted((a, b) => `${a.service} ${a.name}`.localeCompare(`${b.service} ${b.name}`));

it('the table of invariants in the operations page says what the services define', () => {
  const rows = invariantRows(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8'));
  const defined = serviceNames.flatMap((service) => invariantsIn(service, auditSources(ROOT, service)));
  const ofEvery = ({ name }: { name: string }) => name.endsWith('-have-an-account');
  expect(defined.length).toBeGreaterThan(40);
  expect(sorted(rows.filter((row) => !ofEvery(row)))).toEqual(sorted(defined.filter((one) => !ofEvery(one))));
});

it('an invariant and a row of the table of invariants are recognized', () => {
  const source = "({\n  name: 'a-holds',\n  meaning:\n    'Nothing is shown.',\n  advice: 'x' })";
  const one = { service: 'catalog', name: 'a-holds', meaning: 'Nothing is shown.' };
  expect(invariantsIn('catalog', [source])).toEqual([one]);
  expect(invariantRows('| catalog | `a-holds` | Nothing is shown. | yes |\n')).toEqual([one]);
});
