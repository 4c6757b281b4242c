import { posix } from 'node:path';
import type { Entry } from 'yauzl';

type Named = Pick<Entry, 'fileName' | 'fileNameRaw' | 'generalPurposeBitFlag'>;

const IS_UTF8 = 0x800;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS = new TextDecoder('windows-1252');

/** The path of a file within a package, whatever folder its name starts from. Nothing is written to disk under it. */
export const packagePath = (name: string): string =>
  IS_ODD.test(name)
    ? posix.normalize(`/${name.replaceAll('\\', '/').replace(/^\/*[a-z]:/i, '')}`).slice(1)
    : name;
/** Most names are not, and a package may have hundreds of thousands. */
const IS_ODD = /^\/|\/\/|\\|^[a-z]:|(?:^|\/)\.{1,2}(?:\/|$)/i;

/** The same for one name, in whichever case and form of umlauts it is written. */
const normal = (path: string): string => packagePath(path).normalize('NFC').toLowerCase();
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The numbers of files of a ZIP file by their paths, which documents write in other ways: with another case or charset, or relative to
 * another folder. A package may have hundreds of thousands of files, so little is kept of each.
 */
export class PackageNames {
  /** Each path from a slash on, and the number of its file. */
  readonly #paths: string[] = [];
  readonly #files: number[] = [];
  readonly #exact = new Map<string, number>();
  /** The places of all paths in the order of their ends; undefined until it is needed. */
  #byEnd: number[] | undefined;

  /** Of files that are known by their paths alone. */
  static of(paths: readonly string[]): PackageNames {
    const names = new PackageNames();
    for (const [file, fileName] of paths.entries())
      names.add({ fileName, fileNameRaw: Buffer.alloc(0), generalPurposeBitFlag: IS_UTF8 }, file);
    return names;
  }

  add(named: Named, file: number): void {
    for (const path of pathsOf(named)) {
      this.#paths.push(`/${path}`);
      this.#files.push(file);
      if (!this.#exact.has(path)) this.#exact.set(path, file);
    }
    this.#byEnd = undefined;
  }

  /** Undefined also for a path that fits several files. A path that is no name in the package may be percent-encoded. */
  find(given: string): number | undefined {
    const found = this.#find(normal(given));
    if (found !== undefined || !given.includes('%')) return found;
    const decoded = decodedPath(given);
    return decoded === undefined ? undefined : this.#find(normal(decoded));
  }

  #find(path: string): number | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    const below = this.#endingWith(`/${path}`);
    return below === NONE ? orUndefined(this.#endingWith(`/${nameOf(path)}`)) : orUndefined(below);
  }

  /** The one file of all paths with that end. */
  #endingWith(end: string): number {
    const byEnd = (this.#byEnd ??= this.#sorted());
    let found = NONE;
    for (let index = this.#firstFrom(byEnd, end); index < byEnd.length; index += 1) {
      const place = byEnd[index] ?? 0;
      if (!this.#paths[place]?.endsWith(end)) break;
      const file = this.#files[place] ?? NONE;
      if (found !== NONE && found !== file) return SEVERAL;
      found = file;
    }
    return found;
  }

  /** The index of the first path that does not come before the end. */
  #firstFrom(byEnd: readonly number[], end: string): number {
    let [from, to] = [0, byEnd.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (compareEnds(this.#paths[byEnd[middle] ?? 0] ?? '', end) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #sorted(): number[] {
    const places = Array.from(this.#paths, (_, place) => place);
    return places.sort((one, other) => compareEnds(this.#paths[one] ?? '', this.#paths[other] ?? ''));
  }
}

function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const NONE = -1;
const SEVERAL = -2;
const orUndefined = (file: number): number | undefined => (file < 0 ? undefined : file);

/** Compares from the last character on, so that paths with the same end are neighbours, whatever the number of them. */
function compareEnds(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let back = 1; back <= shorter; back += 1) {
    const difference = one.charCodeAt(one.length - back) - other.charCodeAt(other.length - back);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** A name whose charset is not declared may be in that of DOS, as the format requires, in UTF-8 or in that of Windows. */
function pathsOf({ fileName, fileNameRaw, generalPurposeBitFlag }: Named): Set<string> {
  const paths = new Set([normal(fileName)]);
  const isDeclared = (generalPurposeBitFlag & IS_UTF8) !== 0;
  if (isDeclared || fileNameRaw.every((byte) => byte < 0x80)) return paths;
  for (const decoder of [UTF8, WINDOWS]) {
    try {
      paths.add(normal(decoder.decode(fileNameRaw)));
    } catch {
      // The bytes are none of that charset.
    }
  }
  return paths;
}
