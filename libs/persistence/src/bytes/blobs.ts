/** Where the bytes of one upload are kept: its id, and the name that the bytes have. */
export interface BlobKey {
  /** Twelve bytes as hex; the first four say when the upload began. */
  id: string;
  name: string;
}

/** An upload, and how long it is. */
export interface Sized {
  key: BlobKey;
  size: number;
}

/** Invariants of stored bytes. */
export interface Expected {
  size: number;
  /** Unknown for what was stored without it. */
  sha256: string | undefined;
}

export interface BlobPortion {
  keys: BlobKey[];
  /** Where the next portion begins; undefined after the last one. */
  next: string | undefined;
}

export interface Blob {
  key: BlobKey;
  bytes: Buffer;
}

/**
 * A store of bytes: keeps them, and knows nothing of what they are for. Which of them exist is decided by an index in the database:
 * every upload has a key of its own, so that removing one upload never removes another one of the same bytes.
 */
export interface Blobs {
  /** For messages; contains no secret. */
  readonly place: string;
  /** Stores the bytes so that they survive a crash. Nothing can be read before all of them are stored. */
  write(key: BlobKey, content: AsyncIterable<Buffer>): Promise<void>;
  /** The same for a file that nobody writes to any more, without reading it. */
  writeFile?(key: BlobKey, path: string): Promise<void>;
  /** The same for small things. */
  writeAll(blobs: readonly Blob[]): Promise<void>;
  /** @throws BytesMissing, also while they are read */
  read(key: BlobKey, size: number): AsyncIterable<Buffer>;
  /** The file of this machine that has the bytes. */
  file?(key: BlobKey): string;
  /** How long an upload is, whose document in the index may be lost; left out by a store that is in the database. */
  lengthOf?(key: BlobKey): Promise<number | undefined>;
  /** The address where others can read the bytes for a while. */
  link?(key: BlobKey): Promise<string>;
  remove(key: BlobKey): Promise<void>;
  /** Some of the uploads, in a fixed order. */
  list(after: string | undefined): Promise<BlobPortion>;
  /** Removes what uploads that ended before they were whole left behind; returns how many. */
  removeParts(begunBefore: Date): Promise<number>;
  /**
   * The ids of those that are missing or have another length, as far as the store can say that without reading them; fast for uploads
   * in the order of their names.
   */
  incomplete(uploads: readonly Sized[]): Promise<ReadonlySet<string>>;
  /** Says what is wrong with stored bytes; undefined when nothing is. */
  examine(key: BlobKey, expected: Expected): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A store outside of the database, which has to be recognized as the right one. */
export interface MarkedBlobs extends Blobs {
  /** The mark that is there. */
  mark(): Promise<string | undefined>;
  /** Leaves a mark for an id unless there is one; returns the mark that is there then. */
  leaveMark(id: string): Promise<string>;
}

/** The index knows the bytes, and their store does not have them. */
export class BytesMissing extends Error {
  override readonly name = 'BytesMissing';
}

/** The bytes are not those that were stored. */
export class BytesDamaged extends Error {
  override readonly name = 'BytesDamaged';
}
