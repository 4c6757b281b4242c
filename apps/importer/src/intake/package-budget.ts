import type { Bytes } from '@estate/persistence';
import type { KeptPackages } from '../stores/kept-packages.ts';
import { PackageRefused } from './package-refused.ts';

/** The bytes that an upload that has begun has taken so far. */
export interface Reservation {
  /** @throws PackageRefused when the account has no space for an upload of this size */
  require(bytes: number): Promise<void>;
  /** The upload has become so large. @throws PackageRefused */
  grow(bytes: number): void;
  end(): void;
}

interface BudgetOptions {
  packages: Pick<Bytes, 'totalSize'>;
  /** The packages that were imported and are kept have a limit of their own. */
  kept: Pick<KeptPackages, 'bytesOf'>;
  /** Largest size of the packages of one account. */
  accountBytes: number;
}

/** The space of each account for packages that are not imported yet. */
export class PackageBudget {
  readonly #options: BudgetOptions;
  readonly #uploads = new Set<{ accountId: string; bytes: number }>();

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** True if a package of this size still fits. */
  async fits(accountId: string, bytes: number): Promise<boolean> {
    const { accountBytes } = this.#options;
    // A package above the maximum is refused later, with its own message.
    return (await this.#stored(accountId)) + Math.min(bytes, accountBytes) <= accountBytes;
  }

  reserve(accountId: string): Reservation {
    const upload = { accountId, bytes: 0 };
    this.#uploads.add(upload);
    let stored = 0;
    const requireFit = (more: number) => {
      if (stored + this.#uploading(accountId) + more > this.#options.accountBytes) throw this.#full();
    };
    return {
      require: async (bytes) => {
        stored = await this.#stored(accountId);
        requireFit(bytes - upload.bytes);
      },
      grow: (bytes) => {
        upload.bytes = bytes;
        requireFit(0);
      },
      end: () => void this.#uploads.delete(upload),
    };
  }

  /** The names of packages begin with their account. */
  async #stored(accountId: string): Promise<number> {
    const { packages, kept } = this.#options;
    const bytes = await packages.totalSize(`${accountId}-`);
    return Math.max(0, bytes - (await kept.bytesOf(accountId)));
  }

  #uploading(accountId: string): number {
    const own = [...this.#uploads].filter((upload) => upload.accountId === accountId);
    return own.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #full(): PackageRefused {
    return new PackageRefused(
      'import-storage-full',
      `The packages of this account that are not imported yet may have ${String(this.#options.accountBytes)} bytes together. Wait until an import ends, or cancel one, and send the package again.`,
    );
  }
}
