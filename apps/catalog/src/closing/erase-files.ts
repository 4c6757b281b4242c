import type { Bytes, ErasedAccount } from '@estate/persistence';
import { namesOfFile } from '../domain/smaller-image.ts';
import type { PropertyDoc } from '../stores/property-document.ts';

export interface ErasedFiles {
  bytes: Pick<Bytes, 'delete'>;
  /** Returns the names that neither a property nor an upload has. */
  unnamedBytes: (names: readonly string[]) => Promise<string[]>;
}

export const filesOf = (docs: readonly PropertyDoc[]): string[] => [
  ...new Set(
    docs.flatMap(({ stored = [], renditions = [] }) =>
      [...stored, ...renditions].map(({ sha256 }) => sha256),
    ),
  ),
];

/**
 * Erases the files that nothing names any more. What was put since the closing was requested may be about to be named by another
 * account; the sweep of unnamed bytes removes it where it is not.
 */
export async function eraseFiles(
  files: readonly string[],
  { requestedAt }: ErasedAccount,
  { bytes, unnamedBytes }: ErasedFiles,
): Promise<{ attachments: number }> {
  const unnamed = await unnamedBytes(files);
  for (const name of unnamed.flatMap(namesOfFile)) await bytes.delete(name, requestedAt);
  return { attachments: unnamed.length };
}
