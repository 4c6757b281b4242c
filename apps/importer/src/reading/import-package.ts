import type { Doubts, ImportRecord } from '../domain/import.ts';
import type { Certainty, PackageNames } from './package-names.ts';
import type { ReadOutcome, ReadRow } from './read-outcome.ts';

/** A file of a package, and where its bytes are in the file of the package. */
export interface LocatedFile {
  fault?: { kind: 'too-large' | 'unreadable'; message: string };
  /** In bytes. */
  size: number;
  packedSize: number;
  method: number;
  crc32: number;
  /** How surely the path means it. */
  certainty: Certainty;
  /** Undefined when it is not where the directory says. */
  start?: number;
}

export interface PackagedFile extends Pick<LocatedFile, 'certainty' | 'fault' | 'size'> {
  /** The file as a whole. @throws Error when it is damaged */
  read(): Promise<Buffer>;
}

/** Files of a package by their paths. */
export interface FilesOfPackage {
  /** Undefined for a file that the package does not have. */
  find(path: string): PackagedFile | undefined;
}

/** For objects whose files are all elsewhere. */
export const WITHOUT_FILES: FilesOfPackage = { find: () => undefined };

/** A package on the disk of this process. */
export interface OpenedPackage {
  /** Opens the one ZIP file that the package has instead of documents; it is the package then. */
  inner?(): Promise<AsyncIterable<Uint8Array>>;
  documents: readonly { name?: string; open(): Promise<AsyncIterable<Uint8Array>> }[];
  names: PackageNames;
  /** A file by its number. */
  locate(file: number, mostBytes: number): Promise<Omit<LocatedFile, 'certainty'>>;
  close(): void | Promise<void>;
}

export interface LocateOrder {
  paths: readonly string[];
  mostBytes: number;
  /** The doubts that reading the package has found. */
  doubts?: Doubts | undefined;
}

export interface ReadDeps {
  /** Saves rows; those that are there already, at their positions, stay. */
  addRows(rows: readonly ReadRow[]): Promise<void>;
  /** Stores an embedded file; returns its address, or why it has none. Left out for a dry run. */
  storeFile?(bytes: Buffer): Promise<string>;
}

/** A package that another process reads. */
export interface ImportPackage {
  /** Reads all documents, object by object. @throws ReaderCrashed */
  read(record: ImportRecord, deps: ReadDeps, signal: AbortSignal): Promise<ReadOutcome>;
  /** @throws ReaderCrashed */
  files(order: LocateOrder, signal: AbortSignal): Promise<FilesOfPackage>;
  /** True if it has to be opened again, because its reader has ended. */
  readonly isLost: boolean;
  close(): Promise<void>;
}
