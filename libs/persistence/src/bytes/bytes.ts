import type { Readable } from 'node:stream';
import type { Pass, Round } from '../audit/auditor.ts';
import type { BlobKey, NewFiles } from './blobs.ts';

/** Bytes that were found, with their size in bytes. */
export interface StoredBytes {
  size: number;
  metadata: Record<string, unknown>;
  /** Fails at its end if the bytes differ from those that were stored. */
  stream: Readable;
}

/** Bytes for a receiver that checks them: as a stream, or as a temporary URL. */
export type BytesToPass = Omit<StoredBytes, 'stream'> & ({ stream: Readable } | { url: string });

/** Bytes in memory. */
export interface NamedBytes {
  name: string;
  bytes: Buffer;
}

/** A file to store. It must not be written to any more: a store may keep the file itself under another name. */
export interface FileToStore {
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
}

/** Checks all bytes of a bucket, a portion in each pass. */
export interface ByteAudit {
  /** The names of missing or damaged bytes that were found and not removed since. */
  wrong(pass: Pass): Promise<readonly string[]>;
  rounds(now: Date): Promise<readonly Round[]>;
}

/** An upload in a store outside of the database. */
export interface StoredUpload extends BlobKey {
  store: string;
}

/** Finds uploads in the stores after the database was restored from an older backup. */
export interface ByteRecovery {
  /** The uploads that began since then, to the second, whether or not they are in the index. */
  uploadsSince(since: Date): AsyncIterable<StoredUpload[]>;
  /** Adds the bytes of an upload to the index again; returns their size, or undefined if they are missing. */
  recover(upload: StoredUpload): Promise<number | undefined>;
}

/** Bytes under a name that identifies them, such as their hash: equal names mean equal bytes. */
export interface Bytes {
  /** Stores the bytes, or nothing if the name exists; nothing is visible before all of it is stored. */
  put(name: string, stream: AsyncIterable<Buffer>, metadata: Record<string, unknown>): Promise<void>;
  /** Stores a file, without reading it if the store supports that. */
  putFile(name: string, file: FileToStore, metadata: Record<string, unknown>): Promise<void>;
  /** Stores a file whose name is expected to be new, which saves a look-up; false if it existed, and then counts as put now. */
  putNewFile(name: string, file: FileToStore, metadata: Record<string, unknown>): Promise<boolean>;
  /** Where files that are put are written best; undefined where it makes no difference. */
  readonly newFiles: NewFiles | undefined;
  /** Stores several small things at once, each as `put` would. */
  putAll(things: readonly NamedBytes[]): Promise<void>;
  /** True if the bytes exist; they then count as put now. */
  touch(name: string): Promise<boolean>;
  /** The same for many; those that are there. What was put in so many milliseconds before stays as it is, which spares a write. */
  touchAll(names: readonly string[], putWithinMs?: number): Promise<ReadonlySet<string>>;
  read(name: string): Promise<StoredBytes | null>;
  /**
   * The path of the file with these bytes, if their store keeps them in files and the size is right; otherwise, `read` throws the reason.
   * It may be moved or removed at any time; an open file stays readable.
   */
  file(name: string): Promise<string | undefined>;
  /** Bytes that are passed on unchanged; the receiver checks them. */
  pass(name: string): Promise<BytesToPass | null>;
  /** Deletes bytes; with `putBefore` only if nobody put them since. */
  delete(name: string, putBefore?: Date): Promise<void>;
  /** The total size of all names with a prefix. */
  totalSize(beginning: string): Promise<number>;
  /** The names that nobody put since, in batches. */
  names(putBefore: Date): AsyncIterable<string[]>;
  /**
   * Removes the remains of uploads, moves and deletions that began before and crashed; yields their number, portion by portion. Complete
   * bytes are only removed if they began before the second time, if it is given.
   */
  removeUnfinished(begunBefore: Date, wholeBefore?: Date): AsyncIterable<number>;
  /** Returns the names that do not exist. */
  absent(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** The problems of bytes that should exist, as far as their store can determine them. */
  problems(names: readonly string[], now: Date): Promise<ReadonlyMap<string, string>>;
  audit: ByteAudit;
  /** Undefined while bytes are written to the database, which loses them together with its index. */
  recovery: ByteRecovery | undefined;
}
