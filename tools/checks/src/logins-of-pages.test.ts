import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './monitoring/root.ts';

const LOGIN = /\busername['"]?\s*(?::|=>)\s*['"](agent-\d+)['"]/g;

it('no two pages of the documentation use the same login, so that a reader can follow all of them in one account', () => {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const used = pages.flatMap((page) => {
    const logins = readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(LOGIN);
    return [...new Set(Array.from(logins, ([, login = '']) => login))].map((login) => ({ login, page }));
  });
  expect(used.length).toBeGreaterThan(5);
  // The first one is that of the demonstration, in the account of the reader.
  const pagesOf = Object.groupBy(
    [...used, { login: 'agent-1', page: 'the demonstration' }],
    ({ login }) => login,
  );
  expect(Object.values(pagesOf).filter((users = []) => users.length > 1)).toEqual([]);
});
