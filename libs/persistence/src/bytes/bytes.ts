import type { Readable } from 'node:stream';
import type { Pass, Round } from '../audit/auditor.ts';
import type { BlobKey } from './blobs.ts';

/** Bytes that were found; `size` in bytes. */
export interface StoredBytes {
  size: number;
  metadata: Record<string, unknown>;
  /** Fails at its end when the bytes are not those that were stored. */
  stream: Readable;
}

/** Bytes for somebody who checks them: as a stream, or the address where they can be fetched for a while. */
export type BytesToPass = Omit<StoredBytes, 'stream'> & ({ stream: Readable } | { url: string });

/** Bytes that are in memory as a whole. */
export interface NamedBytes {
  name: string;
  bytes: Buffer;
}

/** A file with bytes to store. Nobody may write to it any more: a store may keep the file itself under another name. */
export interface FileToStore {
  path: string;
  /** In bytes. */
  size: number;
  sha256: string;
}

/** Walks over all bytes of a bucket, a portion in each pass. */
export interface ByteAudit {
  /** The names of bytes that are missing or damaged, as far as the walks have found them and nobody has removed them since. */
  wrong(pass: Pass): Promise<readonly string[]>;
  rounds(now: Date): Promise<readonly Round[]>;
}

/** An upload that a store outside of the database has. */
export interface StoredUpload extends BlobKey {
  store: string;
}

/** Finds uploads in the stores after the database was restored from an older backup. */
export interface ByteRecovery {
  /** The uploads that began since, to the second; whether or not the index knows them. */
  uploadsSince(since: Date): AsyncIterable<StoredUpload[]>;
  /** Makes the bytes of an upload known again; their length, or undefined when they are not there. */
  recover(upload: StoredUpload): Promise<number | undefined>;
}

/** Bytes under a name that says what they are, such as their hash: equal names mean equal bytes. */
export interface Bytes {
  /** Stores the bytes, or nothing when the name is there; nothing is visible before all of it is stored. */
  put(name: string, stream: AsyncIterable<Buffer>, metadata: Record<string, unknown>): Promise<void>;
  /** The same for the bytes of a file, without reading them where the store can do so. */
  putFile(name: string, file: FileToStore, metadata: Record<string, unknown>): Promise<void>;
  /** The same for a name that is expected to be new, which spares a look; false when it was there, and counts as put just now. */
  putNewFile(name: string, file: FileToStore, metadata: Record<string, unknown>): Promise<boolean>;
  /** Stores several small things at once, each as `put` would. */
  putAll(things: readonly NamedBytes[]): Promise<void>;
  /** True if the bytes are there; they then count as put just now. */
  touch(name: string): Promise<boolean>;
  /** The same for many; those that are there. */
  touchAll(names: readonly string[]): Promise<ReadonlySet<string>>;
  read(name: string): Promise<StoredBytes | null>;
  /**
   * The path of the file that has these bytes, if their store keeps them in files and it has the right length; `read` says what is
   * wrong otherwise. It may be moved or removed at any time; who has it open can go on reading.
   */
  file(name: string): Promise<string | undefined>;
  /** For bytes that are passed on as they are; the receiver checks them. */
  pass(name: string): Promise<BytesToPass | null>;
  /** With `putBefore` only when nobody put it since. */
  delete(name: string, putBefore?: Date): Promise<void>;
  /** The size of all whose names begin like this. */
  totalSize(beginning: string): Promise<number>;
  /** The names that nobody put since, many at a time. */
  names(putBefore: Date): AsyncIterable<string[]>;
  /**
   * Removes what uploads, moves and deletions that began before left behind when they crashed; yields how much, portion by portion. Of
   * what is whole, only what began before the second time, if there is one.
   */
  removeUnfinished(begunBefore: Date, wholeBefore?: Date): AsyncIterable<number>;
  /** Returns the names that are unknown. */
  absent(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Says what is wrong with the bytes of names that should be there, as far as their store can say. */
  problems(names: readonly string[], now: Date): Promise<ReadonlyMap<string, string>>;
  audit: ByteAudit;
  /** Undefined while bytes are written to the database, which loses them together with its index. */
  recovery: ByteRecovery | undefined;
}
