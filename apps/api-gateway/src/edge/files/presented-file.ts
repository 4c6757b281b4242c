import type { StoredFile } from '@estate/contracts';
import type { StoredFiles } from './stored-files.ts';
import type { Presented } from '../routing/api-route.ts';

/** The policy that prevents files from running scripts and loading resources. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** A file for its caller; only its account may cache it, and revalidates it each time. */
export const presentedFile = (
  file: StoredFile,
  { files }: { files: Pick<StoredFiles, 'open'> },
): Presented => ({
  file: { mediaType: file.mediaType, size: file.size, open: () => files.open(file) },
  headers: {
    etag: `"${file.name}"`,
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline',
    'content-security-policy': POLICY,
  },
});
