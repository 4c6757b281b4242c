import type {
  Attachment,
  ImportProblem,
  ImportProblemCode,
  ImportReason,
  ProblemParameters,
} from '@estate/contracts';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { AttachmentSource, ObjectAttachment } from '../domain/object-content.ts';
import { problemOf } from '../domain/problems.ts';
import { attachmentBytes } from '../files/attachment-files.ts';
import type { AttachmentBytes, StoredAttachment } from '../files/attachment-files.ts';
import { freeBytes } from '../files/free-bytes.ts';
import type { PackagedFile } from '../reading/import-package.ts';
import type { Applying } from './apply-deps.ts';

/** Gives a file of the package an address. */
export type StoreFile = (file: AttachmentBytes) => Promise<StoredAttachment>;

export interface ReadAttachments {
  /** For each attachment that could be read its address, or the hash of its bytes: the same for the same file. */
  identities: string[];
  /** As a property has them. */
  attachments: Attachment[];
  problems: ImportProblem[];
}

/** The package that files are taken from, and what bounds how many are at a time. */
type FilesOf = Pick<Applying, 'opened' | 'signal' | 'taking'>;

/**
 * Reads the files of the attachments, several at a time; those that cannot be used are left out. Without `store` none gets an address.
 * After an error no further file is begun, and those that are under way have ended.
 */
export async function readAttachments(
  attachments: readonly ObjectAttachment[],
  from: FilesOf,
  store?: StoreFile,
): Promise<ReadAttachments> {
  const stopped = new AbortController();
  const signal = AbortSignal.any([from.signal, stopped.signal]);
  const unlessStopped = async (read: () => Promise<FoundFile>): Promise<FoundFile> => {
    signal.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      stopped.abort(error);
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(
    attachments.map(async ({ source }) => {
      if (source.kind !== 'package') return withoutPackage(source);
      const { limit, read } = packagedFile(from, source.path, store);
      return limit(() => unlessStopped(read));
    }),
  );
  signal.throwIfAborted();
  const files = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return {
    identities: files.flatMap(({ identity }) => identity ?? []),
    attachments: attachments.flatMap((attachment, index) => {
      const url = files[index]?.url;
      return url === undefined ? [] : [shown(attachment, url)];
    }),
    problems: files.flatMap(({ problem }) => problem ?? []),
  };
}

interface FoundFile {
  identity?: string;
  url?: string;
  problem?: ImportProblem;
}

/** An embedded file got its address while the document was read, or a sentence why it got none. */
function withoutPackage(source: Exclude<AttachmentSource, { kind: 'package' }>): FoundFile {
  if (source.kind === 'url') return { identity: source.url, url: source.url };
  const { sha256: identity, reference } = source;
  if (reference === undefined) return { identity };
  if (URL.canParse(reference)) return { identity, url: reference };
  return {
    identity,
    problem: problemOf('attachment_refused', {
      severity: 'warning',
      field: 'anhaenge',
      reason: 'file_refused',
      parameters: { details: reference },
    }),
  };
}

/** Why the bytes of a file cannot be used. */
interface Unusable {
  code: ImportProblemCode;
  about: { reason: ImportReason; parameters?: ProblemParameters };
}

const REFUSED = {
  attachment_too_large: 'file_too_large',
  attachment_unreadable: 'file_unreadable',
  attachment_refused: 'file_refused',
} as const;

/** Most photos have fewer bytes. */
const LARGE_BYTES = 1_000_000;
/** A file is in memory until the catalog has it, so few large ones are taken at a time, whatever imports there are. */
const large = pLimit(2);

function packagedFile(
  { opened, taking }: FilesOf,
  path: string,
  store: StoreFile | undefined,
): { limit: LimitFunction; read: () => Promise<FoundFile> } {
  const found = opened.find(path);
  const limit = found && found.size > LARGE_BYTES ? large : taking;
  return { limit, read: () => takeFile(found, path, store) };
}

async function takeFile(
  found: PackagedFile | undefined,
  path: string,
  store: StoreFile | undefined,
): Promise<FoundFile> {
  const left = (code: ImportProblemCode, about: Unusable['about']): ImportProblem =>
    problemOf(code, { severity: 'warning', field: 'anhaenge', value: path, ...about });
  const file = await readPackaged(found);
  if ('about' in file) return { problem: left(file.code, file.about) };
  const { sha256: identity } = file;
  const stored = await store?.(file);
  freeBytes(file.bytes);
  if (stored === undefined) return { identity };
  if ('url' in stored) return { identity, url: stored.url };
  const { code, message } = stored.refusal;
  const about = { reason: REFUSED[code], parameters: { details: message } };
  return { identity, problem: left(code, about) };
}

async function readPackaged(found: PackagedFile | undefined): Promise<AttachmentBytes | Unusable> {
  if (found === undefined) return { code: 'attachment_missing', about: { reason: 'file_missing' } };
  const { fault } = found;
  if (fault) {
    const code = fault.kind === 'too-large' ? 'attachment_too_large' : 'attachment_unreadable';
    return { code, about: { reason: REFUSED[code], parameters: { details: fault.message } } };
  }
  try {
    return attachmentBytes(await found.read());
  } catch {
    return { code: 'attachment_unreadable', about: { reason: 'file_damaged' } };
  }
}

/** The type that the document names is left out: the bytes decide, and a wrong one would make the file a failure. */
const shown = ({ title, isBlueprint }: ObjectAttachment, url: string): Attachment => ({
  url,
  ...(title !== undefined && { title }),
  ...(isBlueprint && { isBlueprint }),
});
