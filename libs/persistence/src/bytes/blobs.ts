/** The key of an upload: its id, and the name of its bytes. */
export interface BlobKey {
  /** Twelve bytes as hex; the first four are the time at which the upload began. */
  id: string;
  name: string;
}

/** An upload and its size. */
export interface Sized {
  key: BlobKey;
  size: number;
}

/** The expected properties of stored bytes. */
export interface Expected {
  size: number;
  /** Undefined for bytes that were stored without it. */
  sha256: string | undefined;
}

export interface BlobPortion {
  keys: BlobKey[];
  /** The position of the next portion; undefined after the last one. */
  next: string | undefined;
}

export interface Blob {
  key: BlobKey;
  bytes: Buffer;
}

/** Where files may be written that are put afterwards, so that their store keeps them without another write. */
export interface NewFiles {
  /** What a crash leaves there is removed with what uploads left behind. */
  folder: string;
  /** The error of a write in the words of the store. */
  explained(error: unknown): unknown;
}

/**
 * A store of bytes, without any knowledge of their purpose. Which bytes exist is decided by an index in the database: every upload has a
 * key of its own, so that removing one upload never removes another one of the same bytes.
 */
export interface Blobs {
  /** The location for messages; contains no secret. */
  readonly place: string;
  /** Stores the bytes durably. They cannot be read before all of them are stored. */
  write(key: BlobKey, content: AsyncIterable<Buffer>): Promise<void>;
  /** Stores a file that is no longer written to, without reading it. */
  writeFile?(key: BlobKey, path: string): Promise<void>;
  /** Left out by a store that has no volume of this machine. */
  readonly newFiles?: NewFiles;
  /** The same for small things. */
  writeAll(blobs: readonly Blob[]): Promise<void>;
  /** @throws BytesMissing, also while they are read */
  read(key: BlobKey, size: number): AsyncIterable<Buffer>;
  /** The path of the file on this machine. */
  file?(key: BlobKey): string;
  /** The size of an upload whose document in the index may be lost; undefined for a store in the database. */
  lengthOf?(key: BlobKey): Promise<number | undefined>;
  /** A temporary URL for the bytes. */
  link?(key: BlobKey): Promise<string>;
  remove(key: BlobKey): Promise<void>;
  /** Lists a portion of the uploads, in a fixed order. */
  list(after: string | undefined): Promise<BlobPortion>;
  /** Removes the remains of unfinished uploads; returns their number. */
  removeParts(begunBefore: Date): Promise<number>;
  /**
   * The ids of uploads that are missing or have another size, as far as the store can determine that without reading them; fast for uploads
   * in the order of their names.
   */
  incomplete(uploads: readonly Sized[]): Promise<ReadonlySet<string>>;
  /** The problem of stored bytes; undefined if there is none. */
  examine(key: BlobKey, expected: Expected): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A store outside of the database, which has to be recognized as the right one. */
export interface MarkedBlobs extends Blobs {
  /** The existing mark. */
  mark(): Promise<string | undefined>;
  /** Writes a mark for an id unless there is one; returns the resulting mark. */
  leaveMark(id: string): Promise<string>;
}

/** Thrown if the index knows the bytes but their store does not have them. */
export class BytesMissing extends Error {
  override readonly name = 'BytesMissing';
}

/** Thrown if the bytes differ from those that were stored. */
export class BytesDamaged extends Error {
  override readonly name = 'BytesDamaged';
}
