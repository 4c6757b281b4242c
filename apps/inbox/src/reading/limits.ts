/** What one mail may cost to read. */
export const LIMITS = {
  /** Mails in mails, archives in archives, and any mix of them. */
  depth: 8,
  /** Parts of all levels together. */
  parts: 300,
  documents: 50,
  xmlBytes: 2 * 1024 * 1024,
  xmlDepth: 64,
  xmlElements: 50_000,
  archiveEntries: 200,
  /** Unpacked bytes of all archives of a mail together. */
  unpackedBytes: 32 * 1024 * 1024,
  /** Bytes of one entry of an archive. */
  entryBytes: 16 * 1024 * 1024,
  /** An archive that grows more than this is taken for a bomb. */
  archiveRatio: 200,
  headBytes: 256 * 1024,
} as const;
