import type { Collection } from '@estate/persistence';
import { fileOf } from '../domain/smaller-image.ts';
import type { PropertyDoc } from './property-document.ts';

/** Finds bytes that no property of any account names. */
export class PropertyFiles {
  readonly #docs: Collection<PropertyDoc>;

  constructor(docs: Collection<PropertyDoc>) {
    this.#docs = docs;
  }

  /** Returns the names whose file no property names, neither as an attachment nor as a rendition; smaller images are of a file. */
  async unnamedBytes(names: readonly string[]): Promise<string[]> {
    const unnamed: string[] = [];
    for (const name of names) {
      const sha256 = fileOf(name);
      const naming = { $or: [{ 'stored.sha256': sha256 }, { 'renditions.sha256': sha256 }] };
      if ((await this.#docs.findOne(naming, { projection: { _id: 1 } })) === null) unnamed.push(name);
    }
    return unnamed;
  }
}
