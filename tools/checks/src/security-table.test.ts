import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasTest, namedTests } from './security-table.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

it('the table of threats names only tests that exist', () => {
  const missing = namedTests(DOCUMENT).filter(({ file, title }) => {
    const path = join(ROOT, file);
    return !existsSync(path) || !hasTest(readFileSync(path, 'utf8'), title);
  });
  expect(missing).toEqual([]);
});

it('the table of threats has a row for each OWASP API risk and for untrusted files', () => {
  const threats = namedTests(DOCUMENT).map(({ threat }) => threat);
  for (let number = 1; number <= 10; number += 1) {
    expect(threats).toContainEqual(expect.stringMatching(new RegExp(`^API${String(number)} `)));
  }
  for (const word of ['XML', 'ZIP', 'mail', 'secrets']) {
    expect(threats).toContainEqual(expect.stringContaining(word));
  }
});

describe('the check of the table', () => {
  const table = (cell: string) =>
    `## Threats\n\n| a | b | c | d |\n| - | - | - | - |\n| API1 x | y | z | ${cell} |\n`;

  it('a row of the table of threats without a test is rejected', () => {
    expect(() => namedTests(table(''))).toThrow(/API1 x names no test/);
    expect(() => namedTests(table('somewhere'))).toThrow(/names no test/);
  });

  it('a row of the table of threats can name several tests', () => {
    expect(namedTests(table('`a.test.ts` › one<br>`b.test.ts` › two'))).toEqual([
      { threat: 'API1 x', file: 'a.test.ts', title: 'one' },
      { threat: 'API1 x', file: 'b.test.ts', title: 'two' },
    ]);
  });

  it('a test is found in a source by its complete title only', () => {
    expect(hasTest("it('holds what it says', () => {})", 'holds what it says')).toBe(true);
    expect(hasTest("it('holds what it says', () => {})", 'holds')).toBe(false);
  });
});
