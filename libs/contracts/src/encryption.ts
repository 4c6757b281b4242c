import { z } from 'zod';

/**
 * The encryption of the connection to a portal. `verified`: TLS with a valid certificate is required; `encrypted`: TLS with any certificate
 * is required; `when-offered`: TLS with any certificate if the server offers it; `clear-text`: no encryption.
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

/** Implements `credentials.secure`. Encryption that a host once offered is required from then on. */
export function encryptionOf({ secure, platformTls, certificateSeen }: EncryptionWish): Encryption {
  if (secure === true || platformTls === 'required') return 'verified';
  if (secure === false) return 'clear-text';
  if (certificateSeen === undefined) return 'when-offered';
  return certificateSeen === 'valid' ? 'verified' : 'encrypted';
}
