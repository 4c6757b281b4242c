import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import type { Bytes } from '@estate/persistence';
import type { PackageBudget } from './package-budget.ts';
import { PackageRefused } from './package-refused.ts';

const READ_BYTES = 1024 * 1024;

export interface StoredBytesOfPackage {
  packageName: string;
  sizeBytes: number;
}

interface StoreDeps<Put extends 'put' | 'putFile'> {
  packages: Pick<Bytes, Put>;
  newId: () => string;
  maxBytes: number;
}

/** Stores the bytes of a package, none of which are kept in memory. Without an import, the sweep removes them. @throws PackageRefused */
export async function storePackage(
  { packages, newId, maxBytes, budget }: StoreDeps<'put'> & { budget: Pick<PackageBudget, 'reserve'> },
  accountId: string,
  { bytes, announced }: { bytes: AsyncIterable<Buffer>; announced: number },
): Promise<StoredBytesOfPackage> {
  if (announced > maxBytes) throw packageTooLarge(maxBytes);
  const packageName = packageNameOf(accountId, newId());
  const reservation = budget.reserve(accountId);
  let sizeBytes = 0;
  async function* measured(): AsyncGenerator<Buffer, void> {
    for await (const piece of bytes) {
      sizeBytes += piece.length;
      if (sizeBytes > maxBytes) throw packageTooLarge(maxBytes);
      reservation.grow(sizeBytes);
      yield piece;
    }
    if (sizeBytes === 0) throw packageEmpty();
    // Others may have been stored meanwhile.
    await reservation.require(sizeBytes);
  }
  try {
    await reservation.require(announced);
    await packages.put(packageName, measured(), {});
  } finally {
    reservation.end();
  }
  return { packageName, sizeBytes };
}

/**
 * The same for a package in a file that nobody writes to any more. The store may keep the file itself: a package of gigabytes is read once,
 * for its hash, and not written again. @throws PackageRefused
 */
export async function storePackageFile(
  { packages, newId, maxBytes }: StoreDeps<'putFile'>,
  accountId: string,
  path: string,
): Promise<StoredBytesOfPackage> {
  const { size: sizeBytes } = await stat(path);
  if (sizeBytes > maxBytes) throw packageTooLarge(maxBytes);
  if (sizeBytes === 0) throw packageEmpty();
  const packageName = packageNameOf(accountId, newId());
  await packages.putFile(packageName, { path, size: sizeBytes, sha256: await sha256Of(path) }, {});
  return { packageName, sizeBytes };
}

/** Each name is new, because the package of an import is deleted with it. */
const packageNameOf = (accountId: string, id: string): string => `${accountId}-${id}`;

/** Reads into the same memory again and again. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  const memory = Buffer.allocUnsafeSlow(READ_BYTES);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, memory.length, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(memory.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

const packageEmpty = (): PackageRefused => new PackageRefused('package-empty', 'The package is empty.');

const packageTooLarge = (maxBytes: number): PackageRefused =>
  new PackageRefused('body-too-large', `The package is larger than ${maxBytes} bytes.`);
