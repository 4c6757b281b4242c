/** A file of a package as the platform has it: under its name, with its content, since a time. */
export interface SentFile {
  name: string;
  /** The same for the same bytes. */
  content: string;
  since: Date;
}

/** The files of the last package that arrived, which may be left out of the next one. */
export interface SentFiles {
  /** The number of that package. */
  sequence: number;
  /** How often files of the listing had been doubted when that package was begun. */
  doubts?: number;
  files: SentFile[];
}

interface Sent {
  sequence: number;
  /** The revision of the property that the platform has. */
  publishedRevision?: number;
  sentFiles?: SentFiles;
  fileDoubts?: number;
}

/**
 * The files of a listing that the platform certainly has: since the package that brought them was begun, no other one was, and
 * nothing was doubted.
 */
export const filesOnPlatform = ({
  sequence,
  publishedRevision,
  sentFiles,
  fileDoubts,
}: Sent): readonly SentFile[] =>
  publishedRevision !== undefined && sentFiles?.sequence === sequence && sentFiles.doubts === fileDoubts
    ? sentFiles.files
    : [];
