import type { Entry } from 'yauzl';

type Named = Pick<Entry, 'fileName' | 'fileNameRaw' | 'generalPurposeBitFlag'>;

const IS_UTF8 = 0x800;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS = new TextDecoder('windows-1252');

/** The same for one name, in whichever case and form of umlauts it is written. */
const normal = (path: string): string => path.normalize('NFC').toLowerCase();
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The numbers of files of a ZIP file by their paths, which documents write in other ways: with another case or charset, or relative to
 * another folder. A package may have hundreds of thousands of files, so little is kept of each.
 */
export class PackageNames {
  /** Each path, and the number of its file. */
  readonly #paths: string[] = [];
  readonly #files: number[] = [];
  /** Places of paths. */
  readonly #exact = new Map<string, number>();
  readonly #byName = new Map<string, number | number[]>();

  add(named: Named, file: number): void {
    for (const path of pathsOf(named)) this.#add(path, file);
  }

  /** Undefined also for a path that fits several files. */
  find(given: string): number | undefined {
    const path = normal(given);
    const exact = this.#exact.get(path);
    if (exact !== undefined) return this.#files[exact];
    const sameName = [this.#byName.get(nameOf(path)) ?? []].flat();
    const below = sameName.filter((place) => this.#paths[place]?.endsWith(`/${path}`));
    const found = new Set((below.length > 0 ? below : sameName).map((place) => this.#files[place]));
    return found.size === 1 ? [...found][0] : undefined;
  }

  #add(path: string, file: number): void {
    const place = this.#paths.push(path) - 1;
    this.#files.push(file);
    if (!this.#exact.has(path)) this.#exact.set(path, place);
    const name = nameOf(path);
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, place);
    else if (typeof known === 'number') this.#byName.set(name, [known, place]);
    else known.push(place);
  }
}

/** A name whose charset is not declared may be in that of DOS, as the format requires, in UTF-8 or in that of Windows. */
function pathsOf({ fileName, fileNameRaw, generalPurposeBitFlag }: Named): Set<string> {
  const paths = new Set([normal(fileName)]);
  const isDeclared = (generalPurposeBitFlag & IS_UTF8) !== 0;
  if (isDeclared || fileNameRaw.every((byte) => byte < 0x80)) return paths;
  for (const decoder of [UTF8, WINDOWS]) {
    try {
      paths.add(normal(decoder.decode(fileNameRaw).replaceAll('\\', '/')));
    } catch {
      // The bytes are none of that charset.
    }
  }
  return paths;
}
