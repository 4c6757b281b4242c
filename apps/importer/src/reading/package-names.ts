import { posix } from 'node:path';
import { plainText } from '@estate/openimmo/read';
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
export const normalPath = (path: string): string => packagePath(path).normalize('NFC').toLowerCase();
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** How surely a path means a file: by its path, by the end of one of the two paths, or by the name alone, in another folder. */
export const CERTAINTY = { name: 1, end: 2, path: 3 } as const;
export type Certainty = (typeof CERTAINTY)[keyof typeof CERTAINTY];

export interface Match {
  /** Its number. */
  file: number;
  certainty: Certainty;
}

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
  /** By the paths that percent-encoded ones stand for. */
  #decoded: PackageNames | undefined;
  #count = 0;

  /** Names of files that are known by their paths alone. */
  static of(paths: readonly string[]): PackageNames {
    const names = new PackageNames();
    for (const [file, fileName] of paths.entries())
      names.add({ fileName, fileNameRaw: Buffer.alloc(0), generalPurposeBitFlag: IS_UTF8 }, file);
    return names;
  }

  /** How many files there are at most. */
  get count(): number {
    return this.#count;
  }

  add(named: Named, file: number): void {
    this.#count = Math.max(this.#count, file + 1);
    for (const path of pathsOf(named)) {
      this.#addPath(path, file);
      const decoded = decodedPath(path);
      if (decoded === path || decoded === undefined) continue;
      this.#decoded ??= new PackageNames();
      this.#decoded.#addPath(normalPath(decoded), file);
    }
  }

  #addPath(path: string, file: number): void {
    this.#paths.push(`/${path}`);
    this.#files.push(file);
    if (!this.#exact.has(path)) this.#exact.set(path, file);
    this.#byEnd = undefined;
  }

  /** Undefined also for a path that fits several files. Of several spellings the one that means a file most surely counts. */
  find(given: string): Match | undefined {
    const spellings = spellingsOf(given);
    const known = this.#decoded ? [this, this.#decoded] : [this];
    const found = known.flatMap((names) => spellings.flatMap((path) => names.#find(path) ?? []));
    return found.reduce<Match | undefined>(
      (best, match) => (best && best.certainty >= match.certainty ? best : match),
      undefined,
    );
  }

  #find(path: string): Match | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return { file: exact, certainty: CERTAINTY.path };
    const below = this.#endingWith(`/${path}`);
    if (below !== NONE) return matchOf(below, CERTAINTY.end);
    const named = this.#endingWith(`/${nameOf(path)}`);
    return matchOf(named, this.#above(path) === named ? CERTAINTY.end : CERTAINTY.name);
  }

  /** The file whose whole path is the longest end of the given one. */
  #above(path: string): number | undefined {
    const parts = path.split('/').slice(-DEEPEST);
    for (let from = 1; from < parts.length; from += 1) {
      const file = this.#exact.get(parts.slice(from).join('/'));
      if (file !== undefined) return file;
    }
    return undefined;
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

/** The path as it is written, and as it may be meant: percent-encoded, or with character references that were escaped twice. */
function spellingsOf(given: string): string[] {
  if (!/[%&]/.test(given)) return [normalPath(given)];
  const plain = plainText(given);
  return [
    ...new Set([given, decodedPath(given) ?? given, plain, decodedPath(plain) ?? plain].map(normalPath)),
  ];
}

function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const NONE = -1;
const SEVERAL = -2;
const matchOf = (file: number, certainty: Certainty): Match | undefined =>
  file < 0 ? undefined : { file, certainty };
/** Folders of longer paths are not compared. */
const DEEPEST = 20;

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
  const paths = new Set([normalPath(fileName)]);
  const isDeclared = (generalPurposeBitFlag & IS_UTF8) !== 0;
  if (isDeclared || fileNameRaw.every((byte) => byte < 0x80)) return paths;
  for (const decoder of [UTF8, WINDOWS]) {
    try {
      paths.add(normalPath(decoder.decode(fileNameRaw)));
    } catch {
      // The bytes are none of that charset.
    }
  }
  return paths;
}
