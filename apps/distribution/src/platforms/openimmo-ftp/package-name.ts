import type { FtpCredentials } from '@estate/contracts';

export interface PackageIdentity {
  provider: string;
  listingId: string;
  sequence: number;
  at: Date;
}

/** The name of the customer on the platform: its provider number or else its login. */
export const providerOf = ({ providerNumber, username }: FtpCredentials) => providerNumber || username;

/** Fills in `{provider}`, `{listingId}`, `{sequence}` and `{time}` of a profile's file-name pattern; names sort by sequence. */
export function packageName(pattern: string, { provider, listingId, sequence, at }: PackageIdentity): string {
  return pattern
    .replaceAll('{provider}', provider.replace(/[^A-Za-z0-9-]+/g, '-'))
    .replaceAll('{listingId}', listingId)
    .replaceAll('{sequence}', String(sequence).padStart(8, '0'))
    .replaceAll('{time}', at.toISOString().replace(/\D/g, '').slice(0, 14));
}

const TOKENS: Readonly<Record<string, string>> = {
  provider: '[A-Za-z0-9-]+',
  listingId: '[0-9a-v]{20}',
  sequence: '\\d{8}',
  time: '\\d{14}',
};

/** The listing and the sequence in the name of a package, or of a file in it; undefined for another name. */
export function packageIn(
  pattern: string,
  fileName: string,
): Pick<PackageIdentity, 'listingId' | 'sequence'> | undefined {
  const named = new Set<string>();
  const source = pattern
    .replace(/\.zip$/, '')
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, token: string) => {
      // A pattern of an earlier version may contain a token twice; a group can have its name only once.
      const isFirst = !named.has(token);
      named.add(token);
      return `(${isFirst ? `?<${token}>` : ''}${TOKENS[token] ?? ''})`;
    });
  const { listingId, sequence } = new RegExp(`^${source}(?:\\.\\w+)?$`).exec(fileName)?.groups ?? {};
  if (listingId === undefined || sequence === undefined) return undefined;
  return { listingId, sequence: Number(sequence) };
}
