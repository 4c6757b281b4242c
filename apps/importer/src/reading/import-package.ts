export interface PackagedFile {
  fault?: { kind: 'too-large' | 'unreadable'; message: string };
  /** In bytes. */
  size: number;
  /** The file as a whole. @throws Error when it is damaged */
  read(): Promise<Buffer>;
}

/** A package on the disk of this process. */
export interface ImportPackage {
  documents: readonly { name?: string; open(): Promise<AsyncIterable<Uint8Array>> }[];
  /** Undefined for a file that the package does not have. */
  find(path: string, mostBytes: number): PackagedFile | undefined;
  close(): void | Promise<void>;
}

/** For objects whose files are all elsewhere. */
export const WITHOUT_FILES: ImportPackage = {
  documents: [],
  find: () => undefined,
  close: () => undefined,
};
