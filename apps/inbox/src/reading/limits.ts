/** What one mail may cost to read; whatever a limit leaves out is named in the failure of the mail. */
export const LIMITS = {
  /** Mails in mails, archives in archives, and any mix of them. */
  depth: 8,
  /** Multiparts in multiparts of one mail. */
  multipartDepth: 64,
  /** Parts, files of archives and documents of all levels together. */
  parts: 5000,
  xmlBytes: 2 * 1024 * 1024,
  xmlDepth: 64,
  xmlElements: 50_000,
  archiveEntries: 1000,
  /** Unpacked bytes of all archives of a mail together. */
  unpackedBytes: 32 * 1024 * 1024,
  /** Bytes of one entry of an archive. */
  entryBytes: 16 * 1024 * 1024,
  /** An archive that grows more than this is taken for a bomb. */
  archiveRatio: 200,
  headBytes: 256 * 1024,
  /** Of each text, so much is read for the body of the mail. */
  textBytes: 512 * 1024,
  /** Addresses of the mail and of the mails inside it. */
  addresses: 1000,
  /** Problems that are named one by one; the rest is counted. */
  problems: 50,
} as const;
