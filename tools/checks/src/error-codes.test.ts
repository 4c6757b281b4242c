import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES, FIELD_CODES } from '@estate/contracts';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const codes = Object.values(ERROR_CODES).flatMap((meanings) => Object.keys(meanings));

/** No codes of answers: of messages that are put aside, of rules within a schema, of listings not tried yet, and names of checks of a receiver. */
const INTERNAL = ['poison', 'custom', 'pending', 'refuses-wrong-signature', 'refuses-stale'];

/** A code stands in the sources as a member, or as an argument of a function that makes a refusal. */
const CODES = [
  /\bcode(?:: | = )'([a-z]+(?:-[a-z]+)*)'/g,
  /\b(?:unauthenticated|refusal)\((?:[^;]*?, )?'([a-z]+(?:-[a-z]+)+)'/g,
];

it('the table of error codes has a row for every code that a service answers with', () => {
  const named = sources().flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const found = CODES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code));
    return found.map((code) => ({ file: file.slice(ROOT.length), code }));
  });
  expect(named.length).toBeGreaterThan(40);
  const known = new Set([...codes, ...Object.keys(FIELD_CODES), ...INTERNAL]);
  expect(named.filter(({ code }) => !known.has(code))).toEqual([]);
});

function sources(): string[] {
  const below = (directory: string): string[] =>
    existsSync(directory)
      ? readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => `${directory}/${name}`)
      : [];
  const libraries = ['contracts', 'errors', 'http', 'messaging', 'persistence', 'vault'];
  const services = readdirSync(`${ROOT}apps`).filter((name) => name !== 'dashboard');
  return [
    ...libraries.map((name) => `${ROOT}libs/${name}/src`),
    ...services.map((name) => `${ROOT}apps/${name}/src`),
  ]
    .flatMap(below)
    .filter(
      (file) => file.endsWith('.ts') && !/\.(test|suite|fixture)\.ts$|test-support|error-codes/.test(file),
    );
}
