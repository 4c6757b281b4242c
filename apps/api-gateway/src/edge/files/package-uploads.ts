import type { Readable } from 'node:stream';
import { PACKAGES_PATH, PACKAGE_REFUSALS, PackageRefusal, StoredPackage } from '@estate/contracts';
import { Conflict, InvalidInput } from '@estate/errors';
import { HttpRefusal } from '@estate/http';
import { putUpload } from './put-upload.ts';

interface PackageUploadsOptions {
  /** The internal address of the importer. */
  importerUrl: string;
}

/** Passes packages of customers to the importer, streamed, so that the gateway never holds all of one. */
export class PackageUploads {
  readonly #options: PackageUploadsOptions;

  constructor(options: PackageUploadsOptions) {
    this.#options = options;
  }

  /** @throws HttpRefusal, InvalidInput, Conflict or Unavailable */
  async store(accountId: string, body: Readable): Promise<StoredPackage> {
    const url = new URL(`${PACKAGES_PATH}${accountId}`, this.#options.importerUrl);
    const answered = await putUpload(url, { body, service: 'importer' }, ANSWERS);
    if ('stored' in answered) return answered.stored;
    const { code, message } = answered.refused;
    if (code === 'body-too-large') throw new HttpRefusal({ status: 413, code, message });
    if (code === 'import-storage-full') throw new Conflict(message, { code });
    throw new InvalidInput(message, { code });
  }
}

const ANSWERS = {
  stored: StoredPackage,
  refused: PackageRefusal,
  refusals: Object.values(PACKAGE_REFUSALS),
};
