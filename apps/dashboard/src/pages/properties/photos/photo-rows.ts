import { ApiError } from '@estate/client';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { isUnfinished, nextRow } from '../form/property-draft.ts';
import type { Upload } from './upload-queue.ts';

/** The API refuses larger files, and files of other types. */
export const MAX_BYTES = 16_000_000;
export const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const;

type FileType = (typeof FILE_TYPES)[number];
export type FileProblem = 'photos.empty' | 'photos.tooLarge' | 'photos.wrongType';

/** Why a file cannot be used, as far as that is known without its content. */
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

/** True if the API refused the file itself, so that sending it again changes nothing. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && REFUSALS.includes(error.code);

/** A further attachment for each file. */
export function withFiles(
  rows: readonly AttachmentDraft[],
  files: readonly NonNullable<AttachmentDraft['file']>[],
): AttachmentDraft[] {
  return files.reduce<AttachmentDraft[]>(
    (before, file) => [...before, { ...nextRow(before), isBlueprint: false, kept: {}, file }],
    [...rows],
  );
}

/** Attachments whose files have been uploaded get the address and what the service found out. */
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

/** True if an upload has ended whose address the attachment does not have yet. */
export const hasNews = (rows: readonly AttachmentDraft[], uploads: ReadonlyMap<string, Upload>): boolean =>
  rows.some((row) => isUnfinished(row) && row.file && uploads.get(row.file.key)?.state === 'sent');

/** The name of an attachment; undefined without a caption or the name of a file. */
export const nameOf = ({ title, file }: Pick<AttachmentDraft, 'title' | 'file'>): string | undefined =>
  title.trim() === '' ? file?.name : title.trim();

const UPLOADED = /^https?:\/\/[^/]+\/attachments\/[0-9a-v]{20}$/;

/** True if a file is stored by the service, so that its address says nothing to a reader. */
export const isUploaded = ({ url, file }: Pick<AttachmentDraft, 'url' | 'file'>): boolean =>
  file !== undefined || UPLOADED.test(url);

/** Uploaded files that have not been saved, as they are remembered until the property is. */
export interface UnsavedFiles {
  uploaded: readonly AttachmentDraft[];
  /** Files that were not uploaded; only their number is known. */
  lost: number;
}

export function unsavedOf(rows: readonly AttachmentDraft[]): UnsavedFiles {
  const local = rows.filter(({ file }) => file !== undefined);
  const uploaded = local.filter((row) => !isUnfinished(row));
  return { uploaded, lost: local.length - uploaded.length };
}

/** Files that the service has deleted meanwhile are lost, too. */
export function unsavedAt({ uploaded, lost }: UnsavedFiles, now: Date): UnsavedFiles {
  const kept = uploaded.filter(({ file }) => Date.parse(file?.expiresAt ?? '') > now.getTime());
  return { uploaded: kept, lost: lost + uploaded.length - kept.length };
}

/** Attachments of an earlier state of the form, added to this one. Their files are in no queue any more. */
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
