import { erasedKind } from '@estate/persistence';
import type {
  Bytes,
  Collection,
  ErasedAccount,
  ErasedKind,
  PublishedMessages,
  TimelineDoc,
} from '@estate/persistence';
import { namesOfFile } from '../domain/smaller-image.ts';
import type { PropertyEntry } from '../domain/timeline.ts';
import type { ContactDoc } from '../stores/contact-store.ts';
import type { PropertyDoc } from '../stores/property-document.ts';
import type { UploadDoc } from '../stores/upload-store.ts';

interface Parts {
  properties: Collection<PropertyDoc>;
  contacts: Collection<ContactDoc>;
  uploadedAttachments: Collection<UploadDoc>;
  timeline: Collection<TimelineDoc<PropertyEntry>>;
  bytes: Pick<Bytes, 'delete'>;
  /** Those of the names that neither a property nor an upload names. */
  unnamedBytes: (names: readonly string[]) => Promise<string[]>;
  publishedMessages: Pick<PublishedMessages, 'ofAccounts'>;
}

/** Everything that the catalog stores of an account. Its usage is kept. */
export const accountKinds = ({ bytes, unnamedBytes, publishedMessages, ...docs }: Parts): ErasedKind[] => [
  erasedKind<PropertyDoc>({
    kind: 'properties',
    docs: docs.properties,
    of: (accountId) => ({ accountId }),
    note: filesOf,
    after: ({ noted }, account) => eraseFiles(noted, account, { bytes, unnamedBytes }),
  }),
  erasedKind<UploadDoc>({
    kind: 'others',
    docs: docs.uploadedAttachments,
    of: (accountId) => ({ accountId }),
    note: (uploads) => uploads.map(({ sha256 }) => sha256),
    after: ({ noted }, account) => eraseFiles(noted, account, { bytes, unnamedBytes }),
  }),
  erasedKind<ContactDoc>({ kind: 'contacts', docs: docs.contacts, of: (accountId) => ({ accountId }) }),
  erasedKind<TimelineDoc<PropertyEntry>>({
    kind: 'others',
    docs: docs.timeline,
    of: (accountId) => ({ accountId }),
  }),
  publishedMessages.ofAccounts,
];

const filesOf = (docs: readonly PropertyDoc[]): string[] => [
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
async function eraseFiles(
  files: readonly string[],
  { requestedAt }: ErasedAccount,
  { bytes, unnamedBytes }: Pick<Parts, 'bytes' | 'unnamedBytes'>,
): Promise<{ attachments: number }> {
  const unnamed = await unnamedBytes(files);
  for (const name of unnamed.flatMap(namesOfFile)) await bytes.delete(name, requestedAt);
  return { attachments: unnamed.length };
}
