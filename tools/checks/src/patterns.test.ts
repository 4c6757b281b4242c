import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { BOUNDED_PATTERNS, BUILT_PATTERNS } from './bounded-patterns.ts';
import { ROOT } from './monitoring/root.ts';
import { isBounded, patternsIn, verdictOf } from './patterns.ts';
import type { PatternVerdict } from './patterns.ts';

/** The verdicts of earlier runs, because one pattern takes up to half a minute. */
const FILE = `${ROOT}tools/checks/patterns.json`;
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };
interface Recorded {
  recheck: string;
  verdicts: Record<string, PatternVerdict>;
}
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;

const SHIPPED = /\.(?:tsx?|mjs|js)$/;
const NOT_SHIPPED =
  /node_modules|\/(?:dist|test|test-support|fixtures|examples)\/|^libs\/testing\/|\.(?:test|suite)\.tsx?$|fixture|fakes\.ts$|\.d\.ts$/;
const files = ['apps', 'libs', 'clients'].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => SHIPPED.test(path) && !NOT_SHIPPED.test(path)),
);
const places = files.map((file) => ({ file, ...patternsIn(file, readFileSync(ROOT + file, 'utf8')) }));
const shipped = places.flatMap(({ file, literals }) => literals.map((pattern) => ({ file, pattern })));
const used = [
  ...new Set([...shipped.map(({ pattern }) => pattern), ...BUILT_PATTERNS.map(({ example }) => example)]),
].sort();

/** The verdicts of this version of the tool, as far as they were recorded. */
const known = recorded.recheck === version ? recorded.verdicts : {};
const verdicts = Object.fromEntries(used.map((pattern) => [pattern, known[pattern] ?? verdictOf(pattern)]));

describe('the patterns of shipped code', () => {
  it.each([
    [String.raw`/<\/(?:[\w.-]+:)?openimmo(?:_\w+)?\s*>(?:\s|<!--.*-->)*$/isu`, 'exponential'],
    [String.raw`/[\s,]+(\d{1,4}\s?[a-z]?(?:\s?[-–/+]\s?\d{1,4}\s?[a-z]?)*)$/i`, 'exponential'],
    [String.raw`/\s*(?:EUR|€)$/i`, { degree: 2 }],
    [String.raw`/\.(\w{3,4})(?:[?#].*)?$/`, { degree: 2 }],
    ['/^[a-z]+$/', 'safe'],
  ])('the pattern %s is found to be what it is', (pattern, verdict) => {
    expect(verdictOf(pattern)).toEqual(verdict);
  });

  it('patterns are found wherever they are written, and those that are built from text, too', () => {
    const text = "const a = b.replace(/x+/g, ''); class C { d = /y/u; } new RegExp(a + 'z'); RegExp('w');";
    expect(patternsIn('a.ts', text)).toEqual({ literals: ['/x+/g', '/y/u'], built: ["a + 'z'", "'w'"] });
    expect(patternsIn('a.tsx', 'const e = <p>{/z/.test(f)} /no pattern/</p>;').literals).toEqual(['/z/']);
    expect(shipped.length).toBeGreaterThan(300);
  });

  it('a pattern that takes more than linear time is bounded where it is used, and nothing else is declared', () => {
    const slow = shipped.filter(({ pattern }) => verdicts[pattern] !== 'safe');
    const declared = BOUNDED_PATTERNS.map(({ file, pattern }) => ({ file, pattern }));
    expect(slow.toSorted(byPattern)).toEqual(declared.toSorted(byPattern));
  });

  it.each(BOUNDED_PATTERNS)('the pattern $pattern in $file is bounded', (bounded) => {
    expect(readFileSync(ROOT + bounded.file, 'utf8')).toContain(bounded.bound);
    expect(isBounded(verdicts[bounded.pattern], bounded.mostCharacters)).toBe(true);
  });

  it('a pattern that is built from text is declared with a safe example', () => {
    const built = places.flatMap(({ file, built: sources }) => sources.map((source) => ({ file, source })));
    expect(built).toEqual(BUILT_PATTERNS.map(({ file, source }) => ({ file, source })));
    expect(BUILT_PATTERNS.filter(({ example }) => verdicts[example] !== 'safe')).toEqual([]);
  });

  it('the verdicts about patterns are recorded; UPDATE_SNAPSHOTS=true records them', () => {
    if (process.env['UPDATE_SNAPSHOTS'] === 'true')
      writeFileSync(FILE, `${JSON.stringify({ recheck: version, verdicts }, null, 2)}\n`);
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual({ recheck: version, verdicts });
  });
});

const byPattern = (one: { pattern: string }, other: { pattern: string }): number =>
  one.pattern < other.pattern ? -1 : 1;
