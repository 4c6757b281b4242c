/** The limits of reading one package. */
export const PACKAGE_LIMITS = {
  /** Files in a ZIP file. */
  entries: 300_000,
  /** Bytes of all file names together, which are in memory while the package is worked on. */
  nameBytes: 30_000_000,
  /** XML documents of one package. */
  documents: 100,
  documentBytes: 2 * 1024 * 1024 * 1024,
  /** The limit of a ZIP file inside the ZIP file, which is unpacked on the disk. */
  innerBytes: 2 * 1024 * 1024 * 1024,
  /** A file that grows more than this is taken for a bomb. */
  ratio: 200,
  /** Files below this size may have any ratio. */
  smallBytes: 1024 * 1024,
} as const;
