import type { ObjectRecord } from '../domain/import-object.ts';
import type { Doubts, ImportFailure, Unused } from '../domain/import.ts';
/** A row without its id. */
export type ReadRow = Omit<ObjectRecord, 'id'>;

/** The result of reading a package. */
export interface ReadOutcome {
  scope: 'full' | 'partial';
  software?: { name: string; version?: string };
  /** The providers whose full transfers were read to their end. */
  fullProviders: string[];
  /** Why the package was not read to its end. */
  failure?: ImportFailure;
  objects: number;
  /** How many objects read differently; only of a preview. */
  differing?: number;
  /** Left out for a package that could not be read. */
  unused?: Unused;
  /** Left out where no file of the package is meant by several paths. */
  doubts?: Doubts;
}
