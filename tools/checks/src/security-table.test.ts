import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasTest, namedTests } from './security-table.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

describe('the table of threats', () => {
  it('names only tests that exist', () => {
    const missing = namedTests(DOCUMENT).filter(({ file, title }) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !hasTest(readFileSync(path, 'utf8'), title);
    });
    expect(missing).toEqual([]);
  });

  it('has a row for each of the ten of OWASP, and for what strangers send', () => {
    const threats = namedTests(DOCUMENT).map(({ threat }) => threat);
    for (let number = 1; number <= 10; number += 1) {
      expect(threats).toContainEqual(expect.stringMatching(new RegExp(`^API${String(number)} `)));
    }
    for (const word of ['XML', 'ZIP', 'mail', 'secrets']) {
      expect(threats).toContainEqual(expect.stringContaining(word));
    }
  });
});

describe('the check of the table', () => {
  const table = (cell: string) =>
    `## Threats\n\n| a | b | c | d |\n| - | - | - | - |\n| API1 x | y | z | ${cell} |\n`;

  it('refuses a row without a test', () => {
    expect(() => namedTests(table(''))).toThrow(/API1 x names no test/);
    expect(() => namedTests(table('somewhere'))).toThrow(/names no test/);
  });

  it('reads several tests of a row', () => {
    expect(namedTests(table('`a.test.ts` › one<br>`b.test.ts` › two'))).toEqual([
      { threat: 'API1 x', file: 'a.test.ts', title: 'one' },
      { threat: 'API1 x', file: 'b.test.ts', title: 'two' },
    ]);
  });

  it('takes only whole titles', () => {
    expect(hasTest("it('holds what it says', () => {})", 'holds what it says')).toBe(true);
    expect(hasTest("it('holds what it says', () => {})", 'holds')).toBe(false);
  });
});
