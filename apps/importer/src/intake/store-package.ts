import { PACKAGE_REFUSALS } from '@estate/contracts';
import type { PackageRefusalCode } from '@estate/contracts';
import type { Bytes } from '@estate/persistence';

/** A package that cannot be stored, in words for its customer. */
export class PackageRefused extends Error {
  readonly code: PackageRefusalCode;
  readonly status: number;

  constructor(code: PackageRefusalCode, message: string) {
    super(message);
    this.code = code;
    this.status = PACKAGE_REFUSALS[code];
  }
}

export interface StoredBytesOfPackage {
  packageName: string;
  sizeBytes: number;
}

interface StoreDeps {
  packages: Pick<Bytes, 'put'>;
  newId: () => string;
  maxBytes: number;
}

/** Stores the bytes of a package, none of which are kept in memory. Without an import, the sweep removes them. @throws PackageRefused */
export async function storePackage(
  { packages, newId, maxBytes }: StoreDeps,
  accountId: string,
  bytes: AsyncIterable<Buffer>,
): Promise<StoredBytesOfPackage> {
  const packageName = `${accountId}-${newId()}`;
  let sizeBytes = 0;
  async function* measured(): AsyncGenerator<Buffer, void> {
    for await (const piece of bytes) {
      sizeBytes += piece.length;
      if (sizeBytes > maxBytes) throw packageTooLarge(maxBytes);
      yield piece;
    }
    if (sizeBytes === 0) throw new PackageRefused('package-empty', 'The package is empty.');
  }
  await packages.put(packageName, measured(), {});
  return { packageName, sizeBytes };
}

export const packageTooLarge = (maxBytes: number): PackageRefused =>
  new PackageRefused('body-too-large', `The package is larger than ${maxBytes} bytes.`);
