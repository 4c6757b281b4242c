import { describe, expect, it } from 'vitest';
import { FileClaims, finderOf } from './file-claims.ts';
import { PackageNames } from './package-names.ts';

/** The file of a package that each path of a document in a folder gets. */
function given(files: readonly string[], paths: readonly string[], folders: readonly string[] = []) {
  const names = PackageNames.of(files);
  const claims = new FileClaims(names);
  for (const [index, path] of paths.entries()) claims.note(path, folders[index]);
  const find = finderOf(names, claims.doubts);
  return paths.map((path) => files[find(path)?.file ?? -1]);
}

describe('a file that several paths mean', () => {
  it.each([
    ['to its own path', ['haus2/1.jpg'], ['haus1/1.jpg', 'haus2/1.jpg'], [undefined, 'haus2/1.jpg']],
    ['to its own path, in any order', ['2/1.jpg'], ['2/1.jpg', '1/1.jpg'], ['2/1.jpg', undefined]],
    ['to its own path and not to its name alone', ['2/1.jpg'], ['1.jpg', '2/1.jpg'], [undefined, '2/1.jpg']],
    ['to the path that ends with its own', ['2/1.jpg'], ['x/1/1.jpg', 'x/2/1.jpg'], [undefined, '2/1.jpg']],
    ['to no path of other folders', ['3/1.jpg'], ['1/1.jpg', '2/1.jpg'], [undefined, undefined]],
    ['to no path when it has no folder', ['1.jpg'], ['1/1.jpg', '2/1.jpg'], [undefined, undefined]],
    ['to one path, whichever objects name it', ['1.jpg'], ['x/1.jpg', 'X\\1.jpg'], ['1.jpg', '1.jpg']],
    ['to one path of another folder', ['images/1.jpg'], ['bilder/1.jpg'], ['images/1.jpg']],
  ])('a file that several paths mean goes %s', (_to, files, paths, expected) => {
    expect(given(files, paths)).toEqual(expected);
  });

  it('a file that documents of two folders mean by its name goes to neither', () => {
    expect(given(['b/1.jpg'], ['1.jpg', '1.jpg'], ['a', 'b'])).toEqual([undefined, undefined]);
    expect(given(['b/1.jpg'], ['1.jpg', '1.jpg'], ['b', 'b'])).toEqual(['b/1.jpg', 'b/1.jpg']);
  });

  it('files that several paths mean are listed up to 10,000, and with more only their own paths get them', () => {
    const files = Array.from({ length: 10_001 }, (_, index) => `b/${index}.jpg`);
    const named = (count: number) => files.slice(0, count).flatMap((path, index) => [path, `a/${index}.jpg`]);
    const doubtsOf = (paths: readonly string[]) => {
      const claims = new FileClaims(PackageNames.of(files));
      for (const path of paths) claims.note(path);
      return claims.doubts;
    };
    expect(doubtsOf(named(10_000))).toHaveLength(10_000);
    expect(doubtsOf(named(10_001))).toBe('all');
    const find = finderOf(PackageNames.of(files), 'all');
    expect([find('b/7.jpg')?.file, find('7.jpg'), find('a/7.jpg')]).toEqual([7, undefined, undefined]);
  });
});
