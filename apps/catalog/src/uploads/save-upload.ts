import { MAX_ATTACHMENT_BYTES } from '@estate/contracts';
import type { Bytes, FileToStore } from '@estate/persistence';
import type { MediaType } from '../domain/attachment.ts';
import { mismatchedType, tooLarge } from '../domain/attachment-failure.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import type { Upload } from '../domain/uploaded-attachment.ts';
import { renditionKey } from '../domain/rendition.ts';
import type { ImageProcesses } from '../images/image-processes.ts';
import type { Taken } from '../images/image-orders.ts';
import { writeStream } from '../images/write-parts.ts';
import type { WrittenFile } from '../images/write-parts.ts';
import { storeRendition } from '../images/make-rendition.ts';
import type { UploadStore } from '../stores/upload-store.ts';

export interface SaveDeps {
  bytes: Pick<Bytes, 'delete' | 'problems' | 'putFile' | 'putNewFile'>;
  images: Pick<ImageProcesses, 'take'>;
  uploads: Pick<UploadStore, 'add' | 'put' | 'seen'>;
  clock: () => Date;
  newId: () => string;
}

/** A file that somebody sends, or has sent. */
interface NamedFile {
  accountId: string;
  about: Pick<Upload, 'fileName' | 'isUnused'>;
  /** The type that it is said to have. */
  declaredType: MediaType | undefined;
  /** Where the bytes are put while they are checked. */
  path: string;
  /** Where its rendition is put. */
  target: string;
  signal: AbortSignal;
}

interface ArrivingFile extends NamedFile {
  content: AsyncIterable<Buffer>;
}

export interface ArrivedFile extends NamedFile {
  written: WrittenFile;
}

/** A file that has arrived and can be stored. */
export interface CheckedFile extends ArrivedFile {
  /** The upload of the same file that the account has already. */
  known: Upload | undefined;
  taken: Upload | TakenFile;
}

export type SavedUpload = (Upload & { isNew: boolean }) | { failure: AttachmentFailure };

/**
 * Stores a file for an account when it can be read, by the rules for files that are fetched, and its rendition without a watermark,
 * which most properties need. The bytes come first and the document last; a process that ends in between leaves bytes that no document
 * names, which the sweep removes.
 */
export async function saveUpload(deps: SaveDeps, arriving: ArrivingFile): Promise<SavedUpload> {
  const { content, ...named } = arriving;
  const written = await writeStream(named.path, bounded(content)).catch(failureOfLength);
  if ('failure' in written) return written;
  const checked = await checkUpload(deps, { ...named, written });
  return 'failure' in checked ? checked : storeUpload(deps, checked);
}

/** Reads a file that has arrived, unless the account has it already. */
export async function checkUpload(
  deps: Pick<SaveDeps, 'images' | 'uploads'>,
  arrived: ArrivedFile,
): Promise<CheckedFile | { failure: AttachmentFailure }> {
  const { accountId, path, target, signal, written } = arrived;
  const known = await deps.uploads.seen({ accountId, sha256: written.sha256 });
  const taken = known ?? (await deps.images.take({ path, marks: {}, target }, { accountId, signal }));
  if ('failure' in taken) return taken;
  signal.throwIfAborted();
  const { mediaType } = taken;
  const { declaredType = mediaType } = arrived;
  if (declaredType !== mediaType) return { failure: mismatchedType(declaredType, mediaType) };
  return { ...arrived, known, taken };
}

export async function storeUpload(
  deps: SaveDeps,
  checked: CheckedFile,
): Promise<Upload & { isNew: boolean }> {
  const { accountId, about, path, target, written, known, taken } = checked;
  const { mediaType } = taken;
  const { sha256 } = written;
  const isNew = !known && (await deps.bytes.putNewFile(sha256, { path, ...written }, { mediaType }));
  if (!isNew) await storeAgain(deps, { path, ...written }, mediaType);
  const file = {
    ...{ accountId, ...written, mediaType, ...about },
    ...('published' in taken && (await contentOf(deps, taken, { written, target }))),
  };
  return deps.uploads[known ? 'put' : 'add'](file, { id: deps.newId(), now: deps.clock() });
}

type TakenFile = Exclude<Taken, { failure: unknown }>;

/** Without a rendition, the property that names the file says why. */
async function contentOf(
  deps: SaveDeps,
  { size, published: made }: TakenFile,
  { written, target }: { written: WrittenFile; target: string },
): Promise<Pick<Upload, 'height' | 'rendition' | 'width'>> {
  const key = renditionKey(written.sha256, {});
  const result = await storeRendition(deps, { key, source: written, target, made });
  return { ...size, ...('rendition' in result && result) };
}

/** Bytes that the store has lost or damaged are replaced by those that are here. */
async function storeAgain(
  { bytes, clock }: SaveDeps,
  file: FileToStore,
  mediaType: MediaType,
): Promise<void> {
  const { sha256 } = file;
  if ((await bytes.problems([sha256], clock())).has(sha256)) await bytes.delete(sha256);
  await bytes.putFile(sha256, file, { mediaType });
}

class TooLarge extends Error {}

async function* bounded(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > MAX_ATTACHMENT_BYTES) throw new TooLarge();
    yield piece;
  }
}

function failureOfLength(error: unknown): { failure: AttachmentFailure } {
  if (error instanceof TooLarge) return { failure: tooLarge };
  throw error;
}
