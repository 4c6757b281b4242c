import { Entry } from 'yauzl';
import { PackageNames } from './package-names.ts';

const FIELDS = [
  'compressedSize',
  'uncompressedSize',
  'compressionMethod',
  'crc32',
  'generalPurposeBitFlag',
  'relativeOffsetOfLocalHeader',
] as const;

/** The files of a ZIP file. Of each only what reading it takes is in memory, because a package may have hundreds of thousands. */
export class ZipFiles {
  readonly #fields: Float64Array;
  readonly names = new PackageNames();
  #count = 0;

  constructor(most: number) {
    this.#fields = new Float64Array(most * FIELDS.length);
  }

  add(entry: Entry): void {
    const index = this.#count++;
    for (const [at, field] of FIELDS.entries()) this.#fields[index * FIELDS.length + at] = entry[field];
    this.names.add(entry, index);
  }

  entry(index: number): Entry {
    const values = FIELDS.map((field, at) => [field, this.#fields[index * FIELDS.length + at] ?? 0]);
    const fields = Object.fromEntries(values) as Pick<Entry, (typeof FIELDS)[number]>;
    return Object.assign(new Entry(), fields);
  }
}
