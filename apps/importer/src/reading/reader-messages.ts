import type { LocatedFile, LocateOrder } from './import-package.ts';
import type { ImportFailure } from '../domain/import.ts';
import type { OfImport } from './object-row.ts';
import type { ReadOutcome, ReadRow } from './read-outcome.ts';

export interface ReadOrder {
  record: OfImport;
  takesFiles: boolean;
}

export interface OpenOrder {
  open: string;
  /** Where a ZIP file inside the package may be unpacked. */
  unpackTo: string;
}

/** An order, one at a time; the reader has at most one package open. */
export type ReaderOrder = OpenOrder | { read: ReadOrder } | { locate: LocateOrder } | { close: true };

/** Asks the service to save rows, or to store the first bytes of the scratch file. */
export type ReaderRequest = { rows: readonly ReadRow[] } | { fileBytes: number };

/** The answer to a request; with `stop` the order ends there. */
export type ReaderReply = { reply: string } | { stop: true };

/** The results of orders, by their kind. */
export interface ReaderResults {
  /** `isInner` if the package is a ZIP file that was inside a ZIP file, and is unpacked now. */
  opened: { isInner: boolean };
  outcome: ReadOutcome;
  located: (LocatedFile | null)[];
  closed: { residentBytes: number };
}

export type ReaderResult =
  | { [K in keyof ReaderResults]: Pick<ReaderResults, K> }[keyof ReaderResults]
  | { failure: ImportFailure }
  /** With the code of the system, if it is the system that failed and not the package. */
  | { error: string; code?: string };

/** From the reader to the service. */
export type FromReader = { isReady: true } | { progressed: true } | ReaderRequest | ReaderResult;

/** The descriptor of the file through which embedded files reach the service. */
export const SCRATCH_DESCRIPTOR = 4;
