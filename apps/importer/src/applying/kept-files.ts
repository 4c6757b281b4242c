import type { KeptFile } from '../domain/object-content.ts';
import { FileClaims, finderOf } from '../reading/file-claims.ts';
import type { Match } from '../reading/package-names.ts';
import { PackageNames } from '../reading/package-names.ts';

/** The files of one object as the last import of its source stored them. */
export class KeptFiles {
  readonly #files: readonly KeptFile[];
  readonly #named: readonly string[];
  #find: ((path: string) => Match | undefined) | undefined;

  /** @param named - the paths that the object names now: none of them gets the file of another */
  constructor(files: readonly KeptFile[], named: readonly string[]) {
    this.#files = files;
    this.#named = named;
  }

  /** The file that the document means: by its check if that is an MD5 sum, by its path, or by its name where that is unique. */
  find({ path, check }: { path: string; check?: string | undefined }): KeptFile | undefined {
    const same = isMd5(check) ? this.#files.find((file) => file.check === check) : undefined;
    if (same) return same;
    this.#find ??= this.#finder();
    return this.#files[this.#find(path)?.file ?? -1];
  }

  #finder() {
    const names = PackageNames.of(this.#files.map((file) => file.path));
    const claims = new FileClaims(names);
    for (const path of this.#named) claims.note(path);
    return finderOf(names, claims.doubts);
  }
}

/** Other checks are times, which several files share. */
export const isMd5 = (check: string | undefined): check is string =>
  check !== undefined && /^[0-9a-f]{32}$/.test(check);
