import type { ImportFailureCode } from '@estate/contracts';
import type { ImportFailure } from '../domain/import.ts';

/** A package that cannot be read, in words for its customer. */
export class PackageFault extends Error {
  readonly failure: ImportFailure;

  constructor(code: ImportFailureCode, message: string) {
    super(message);
    this.failure = { code, message };
  }
}
