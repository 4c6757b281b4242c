/** The limits of reading one email; whatever a limit leaves out is named in the failure of the email. */
export const LIMITS = {
  /** Emails in emails, archives in archives, and any mix of them. */
  depth: 8,
  /** Multiparts in multiparts of one email. */
  multipartDepth: 64,
  /** Parts, files of archives and documents of all levels together. */
  parts: 5000,
  xmlBytes: 2 * 1024 * 1024,
  xmlDepth: 64,
  xmlElements: 50_000,
  archiveEntries: 1000,
  /** Unpacked bytes of all archives of an email together. */
  unpackedBytes: 32 * 1024 * 1024,
  /** Bytes of one entry of an archive. */
  entryBytes: 16 * 1024 * 1024,
  /** An archive that grows more than this is taken for a bomb. */
  archiveRatio: 200,
  headBytes: 256 * 1024,
  /** The part of each text that is read for the body of the email. */
  textBytes: 512 * 1024,
  /** Addresses of the email and of the emails inside it. */
  addresses: 1000,
  /** Problems that are named one by one; the rest is counted. */
  problems: 50,
} as const;
