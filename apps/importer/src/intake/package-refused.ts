import { PACKAGE_REFUSALS } from '@estate/contracts';
import type { PackageRefusalCode } from '@estate/contracts';

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
