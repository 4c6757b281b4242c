import { ApiError } from '@estate/client';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { isUnfinished, nextRow } from '../form/property-draft.ts';
import type { Upload } from './upload-queue.ts';

/** The limit of the API. */
export const MAX_BYTES = 16_000_000;
export const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const;

type FileType = (typeof FILE_TYPES)[number];
export type FileProblem = 'photos.empty' | 'photos.tooLarge' | 'photos.wrongType';

/** The reason why a file cannot be used, as far as that is known without its content. */
export function problemOf({ size, type }: Pick<File, 'size' | 'type'>): FileProblem | undefined {
  if (size === 0) return 'photos.empty';
  // Some systems do not know the type of HEIC files; the API recognizes it.
  if (type !== '' && !isFileType(type)) return 'photos.wrongType';
  return size > MAX_BYTES ? 'photos.tooLarge' : undefined;
}

const isFileType = (type: string): type is FileType => (FILE_TYPES as readonly string[]).includes(type);

const REFUSALS = [
  'attachment-too-large',
  'attachment-type-unsupported',
  'attachment-type-mismatch',
  'attachment-unreadable',
];

/** True if the API refused the file itself, so that a retry is of no use. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && REFUSALS.includes(error.code);

/** Appends an attachment for each file. */
export function withFiles(
  rows: readonly AttachmentDraft[],
  files: readonly NonNullable<AttachmentDraft['file']>[],
): AttachmentDraft[] {
  return files.reduce<AttachmentDraft[]>(
    (before, file) => [...before, { ...nextRow(before), isBlueprint: false, kept: {}, file }],
    [...rows],
  );
}

/** Sets the address and the metadata of attachments whose files have been uploaded. */
export const withUploads = (
  rows: readonly AttachmentDraft[],
  uploads: ReadonlyMap<string, Upload>,
): AttachmentDraft[] =>
  rows.map((row) => {
    const upload = row.file && isUnfinished(row) ? uploads.get(row.file.key) : undefined;
    if (!row.file || upload?.state !== 'sent') return row;
    const { url, type, edge, expiresAt } = upload;
    const kept = isFileType(type) ? { ...row.kept, type } : row.kept;
    return { ...row, url, kept, file: { ...row.file, edge, expiresAt } };
  });

/** True if the upload of an attachment without an address has ended. */
export const hasNews = (rows: readonly AttachmentDraft[], uploads: ReadonlyMap<string, Upload>): boolean =>
  rows.some((row) => isUnfinished(row) && row.file && uploads.get(row.file.key)?.state === 'sent');

/** The name of an attachment; undefined without a caption or the name of a file. */
export const nameOf = ({ title, file }: Pick<AttachmentDraft, 'title' | 'file'>): string | undefined =>
  title.trim() === '' ? file?.name : title.trim();

const UPLOADED = /^https?:\/\/[^/]+\/attachments\/[0-9a-v]{20}$/;

/** True if a file is stored by the service, so that its address means nothing to the user. */
export const isUploaded = ({ url, file }: Pick<AttachmentDraft, 'url' | 'file'>): boolean =>
  file !== undefined || UPLOADED.test(url);

/** Uploaded files that have not been saved, remembered until the property is. */
export interface UnsavedFiles {
  uploaded: readonly AttachmentDraft[];
  /** The number of files that were not uploaded. */
  lost: number;
}

export function unsavedOf(rows: readonly AttachmentDraft[]): UnsavedFiles {
  const local = rows.filter(({ file }) => file !== undefined);
  const uploaded = local.filter((row) => !isUnfinished(row));
  return { uploaded, lost: local.length - uploaded.length };
}

/** The unsaved files at a time; those that the service has deleted by then count as lost. */
export function unsavedAt({ uploaded, lost }: UnsavedFiles, now: Date): UnsavedFiles {
  const kept = uploaded.filter(({ file }) => Date.parse(file?.expiresAt ?? '') > now.getTime());
  return { uploaded: kept, lost: lost + uploaded.length - kept.length };
}

/** Adds attachments of an earlier draft. Their files are no longer in a queue. */
export const withRestored = (
  rows: readonly AttachmentDraft[],
  restored: readonly AttachmentDraft[],
): AttachmentDraft[] =>
  restored.reduce<AttachmentDraft[]>(
    (before, { file, ...one }) => [
      ...before,
      { ...one, row: nextRow(before).row, ...(file && { file: { ...file, key: '' } }) },
    ],
    [...rows],
  );
