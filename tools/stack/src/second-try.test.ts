import { describe, expect, it } from 'vitest';
import { filesToTryAgain, withSecondTry } from '../second-try.mjs';
import type { FileResults } from '../second-try.mjs';

const PHOTOS = 'e2e/test/dashboard-photos.test.ts';
const LINKS = 'e2e/test/dashboard-links.test.ts';
const TARGETS = 'e2e/test/dashboard-targets.test.ts';
const STORM = 'e2e/test/chaos.test.ts';

const resultsOf = (file: string, ...failures: string[]): FileResults => ({
  file,
  passed: 3,
  failures,
  durationMs: 100,
});

describe('the second try of a journey in a browser', () => {
  it('is for the files that failed, up to two', () => {
    const files = [resultsOf(PHOTOS, 'a click'), resultsOf(LINKS, 'a link'), resultsOf(TARGETS)];
    expect(filesToTryAgain({ files, errors: [] })).toEqual([PHOTOS, LINKS]);
    const three = [...files.slice(0, 2), resultsOf(TARGETS, 'a form')];
    expect(filesToTryAgain({ files: three, errors: [] })).toEqual([]);
  });

  it('is not for what no browser can have failed, such as a lost message', () => {
    expect(filesToTryAgain({ files: [resultsOf(STORM, 'lost')], errors: [] })).toEqual([]);
    const both = [resultsOf(STORM, 'lost'), resultsOf(PHOTOS, 'a click')];
    expect(filesToTryAgain({ files: both, errors: [] })).toEqual([]);
    expect(filesToTryAgain({ files: [resultsOf(PHOTOS, 'a click')], errors: ['unhandled'] })).toEqual([]);
  });

  it('reports what passes then as flaky, with what failed first', () => {
    const first = { files: [resultsOf(PHOTOS, 'a click'), resultsOf(STORM)], errors: [] };
    expect(withSecondTry(first, { files: [resultsOf(PHOTOS)], errors: [] }).files).toEqual([
      { ...resultsOf(PHOTOS), durationMs: 200, flaky: ['a click'] },
      resultsOf(STORM),
    ]);
  });

  it('leaves a file failed that fails again, did not run again, or ran beside an error', () => {
    const first = { files: [resultsOf(PHOTOS, 'a click')], errors: [] };
    const tries = [
      { files: [resultsOf(PHOTOS, 'another')], errors: [] },
      { files: [], errors: [] },
      { files: [resultsOf(PHOTOS)], errors: ['unhandled'] },
    ];
    for (const second of tries) expect(withSecondTry(first, second)).toEqual(first);
  });
});
