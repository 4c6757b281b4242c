import type { FtpCredentials } from '@estate/contracts';

export interface PackageIdentity {
  provider: string;
  listingId: string;
  sequence: number;
  at: Date;
}

/** How the customer is called on the platform: by its provider number or else its login. */
export const providerOf = ({ providerNumber, username }: FtpCredentials) => providerNumber || username;

/** Fills `{provider}`, `{listingId}`, `{sequence}` and `{time}` of a profile's file-name pattern; names sort by sequence. */
export function packageName(pattern: string, { provider, listingId, sequence, at }: PackageIdentity): string {
  return pattern
    .replaceAll('{provider}', provider.replace(/[^A-Za-z0-9-]+/g, '-'))
    .replaceAll('{listingId}', listingId)
    .replaceAll('{sequence}', String(sequence).padStart(8, '0'))
    .replaceAll('{time}', at.toISOString().replace(/\D/g, '').slice(0, 14));
}
