import type { ImportOutcome, ImportProblem } from '@estate/contracts';

/** The outcome of an object. */
export interface Applied {
  outcome: Exclude<ImportOutcome, 'pending'>;
  propertyId?: string;
  contactId?: string;
  listingIds?: string[];
  /** Beside those that were found when it was read. */
  problems: ImportProblem[];
  /** The property was deleted, so its record is not needed any more. */
  isForgotten?: boolean;
}
