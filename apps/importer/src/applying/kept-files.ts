import type { KeptFile } from '../domain/object-content.ts';
import { PackageNames } from '../reading/package-names.ts';

/** The files of one object as the last import of its source stored them. */
export class KeptFiles {
  readonly #files: readonly KeptFile[];
  #names: PackageNames | undefined;

  constructor(files: readonly KeptFile[]) {
    this.#files = files;
  }

  /** The file that the document means: by its check if that is an MD5 sum, by its path, or by its name where that is unique. */
  find({ path, check }: { path: string; check?: string | undefined }): KeptFile | undefined {
    const same = isMd5(check) ? this.#files.find((file) => file.check === check) : undefined;
    if (same) return same;
    this.#names ??= PackageNames.of(this.#files.map((file) => file.path));
    return this.#files[this.#names.find(path) ?? -1];
  }
}

/** Other checks are times, which several files share. */
export const isMd5 = (check: string | undefined): check is string =>
  check !== undefined && /^[0-9a-f]{32}$/.test(check);
