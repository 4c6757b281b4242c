import { z } from 'zod';

/**
 * The encryption of the connection to a portal. `verified`: by TLS with a valid certificate, or there is no connection;
 * `encrypted`: by TLS with any certificate, or there is no connection; `when-offered`: by TLS with any certificate if the
 * server offers it; `clear-text`: not at all.
 */
export const ENCRYPTIONS = ['verified', 'encrypted', 'when-offered', 'clear-text'] as const;
export const Encryption = z.enum(ENCRYPTIONS);
export type Encryption = z.infer<typeof Encryption>;

/** The result of verifying the certificate of an encrypted connection. */
export type CertificateSeen = 'valid' | 'unverified';

interface EncryptionWish {
  secure: boolean | undefined;
  platformTls: 'required' | 'optional';
  /** Known from the last encrypted connection to this host, if there was one. */
  certificateSeen: CertificateSeen | undefined;
}

/** The one meaning of `credentials.secure`. What a host was once seen to offer is required of it from then on. */
export function encryptionOf({ secure, platformTls, certificateSeen }: EncryptionWish): Encryption {
  if (secure === true || platformTls === 'required') return 'verified';
  if (secure === false) return 'clear-text';
  if (certificateSeen === undefined) return 'when-offered';
  return certificateSeen === 'valid' ? 'verified' : 'encrypted';
}
