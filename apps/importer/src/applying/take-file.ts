import { createHash } from 'node:crypto';
import type { ImportProblem, ImportProblemCode, ImportReason, ProblemParameters } from '@estate/contracts';
import type { AttachmentSource, KeptFile, ObjectAttachment } from '../domain/object-content.ts';
import { problemOf } from '../domain/problems.ts';
import { attachmentBytes } from '../files/attachment-files.ts';
import type { AttachmentBytes, StoredAttachment } from '../files/attachment-files.ts';
import { freeBytes } from '../files/free-bytes.ts';
import { CERTAINTY } from '../reading/package-names.ts';
import type { PackagedFile } from '../reading/import-package.ts';
import { isMd5 } from './kept-files.ts';
import type { KeptFiles } from './kept-files.ts';

/** Where files of packages get their addresses. */
export interface FileStore {
  store(file: AttachmentBytes): Promise<StoredAttachment>;
  /** The address of bytes that were stored before. */
  find(sha256: string): Promise<{ url: string } | undefined>;
}

/** The result of an attachment. */
export interface FoundFile {
  /** The same for the same file. */
  identity?: string;
  url?: string;
  problem?: ImportProblem;
  /** The file as it is known from now on. */
  file?: KeptFile;
}

/** A file that a document names, and where it may be. */
export interface NamedFile {
  path: string;
  check: ObjectAttachment['check'];
  found: PackagedFile | undefined;
  kept: KeptFiles;
  store: FileStore | undefined;
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

/** Takes a file from the package. One that the package lacks, or that cannot be used, stays as an earlier import stored it. */
export async function takeFile(named: NamedFile): Promise<FoundFile> {
  const kept = named.kept.find(named);
  const file = await readPackaged(named.found);
  if ('about' in file) return orKept(named, kept, { why: file });
  if (isDoubtful(file, named, kept)) return orKept(named, kept, { why: MISSING });
  if (kept && isOther(file, named, kept)) return keep(named, kept, { why: DIFFERENT });
  const taken = kept?.refused === file.sha256 ? REFUSED_BEFORE : await takeBytes(named, file);
  freeBytes(file.bytes);
  if ('about' in taken) return orKept(named, kept, { why: taken, refused: file.sha256 });
  return { identity: file.sha256, ...taken, file: keptOf(named, file) };
}

type EmbeddedFile = Extract<AttachmentSource, { kind: 'embedded' }>;

/**
 * An embedded file got its address while the document was read, or a sentence why it got none. `present` are the hashes of those that arrived
 * well: none of them is taken for a damaged one.
 */
export async function takeEmbedded(
  { sha256, reference, fault }: EmbeddedFile,
  given: Omit<NamedFile, 'found'>,
  present: ReadonlySet<string>,
): Promise<FoundFile> {
  const named = { ...given, found: undefined };
  const refusal = reference === undefined || URL.canParse(reference) ? undefined : reference;
  if (sha256 !== undefined && refusal === undefined) {
    const url = reference === undefined ? {} : { url: reference };
    return { identity: sha256, ...url, file: keptOf(named, { sha256 }) };
  }
  const left: Left = {
    why: refusal === undefined ? damaged(fault) : refused(refusal),
    ...(sha256 !== undefined && { refused: sha256 }),
  };
  const kept = named.kept.find(named);
  // Files without paths may have changed places.
  if (kept && !present.has(kept.sha256)) return keep(named, kept, left);
  // The reading of the document has already said that a file is damaged.
  return refusal === undefined ? {} : lost(named, left);
}

const refused = (details: string): Unusable => ({
  code: 'attachment_refused',
  about: { reason: 'file_refused', parameters: { details } },
});
const damaged = (fault = 'it is damaged'): Unusable => ({
  code: 'attachment_unreadable',
  about: {
    reason: 'file_unreadable',
    parameters: { details: `The embedded file cannot be used: ${fault}.` },
  },
});

async function takeBytes({ store }: NamedFile, file: AttachmentBytes): Promise<{ url?: string } | Unusable> {
  const stored = await store?.store(file);
  if (stored === undefined || 'url' in stored) return stored ?? {};
  const { code, message } = stored.refusal;
  return { code, about: { reason: REFUSED[code], parameters: { details: message } } };
}

const MISSING: Unusable = { code: 'attachment_missing', about: { reason: 'file_missing' } };
const DIFFERENT: Unusable = {
  code: 'attachment_unreadable',
  about: {
    reason: 'file_unreadable',
    parameters: { details: 'The file in the package has another MD5 sum than the document says.' },
  },
};
const REFUSED_BEFORE: Unusable = {
  code: 'attachment_refused',
  about: {
    reason: 'file_refused',
    parameters: { details: 'The file in the package is no usable attachment, as in an earlier package.' },
  },
};

/** True if the document means the file that is kept, and not the bytes that have arrived. */
const isOther = ({ bytes }: AttachmentBytes, { check }: NamedFile, kept: KeptFile): boolean =>
  isMd5(check) && kept.check === check && md5Of(bytes) !== check;

/** True if bytes that have only their name in common with a named file may be another file. */
function isDoubtful({ bytes }: AttachmentBytes, { found, path, check }: NamedFile, kept?: KeptFile): boolean {
  if (found?.certainty !== CERTAINTY.name) return false;
  if (isMd5(check)) return md5Of(bytes) !== check;
  return kept?.path === path && kept.isByName !== true;
}

const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

const keptOf = (
  { path, check, found }: NamedFile,
  { sha256 }: Pick<AttachmentBytes, 'sha256'>,
): KeptFile => ({
  path,
  sha256,
  ...(found?.certainty === CERTAINTY.name && { isByName: true }),
  ...(check !== undefined && { check }),
});

interface Left {
  why: Unusable;
  /** The hash of the bytes that have arrived. */
  refused?: string;
}

const orKept = (named: NamedFile, kept: KeptFile | undefined, left: Left): Promise<FoundFile> | FoundFile =>
  kept ? keep(named, kept, left) : lost(named, left);

const lost = ({ path }: NamedFile, { why, refused }: Left): FoundFile => ({
  ...(refused !== undefined && { identity: refused }),
  problem: problemOf(why.code, { severity: 'warning', field: 'anhaenge', value: path, ...why.about }),
});

async function keep(named: NamedFile, kept: KeptFile, left: Left): Promise<FoundFile> {
  const { path, check, store } = named;
  const stored = await store?.find(kept.sha256);
  if (store && !stored) return lost(named, left);
  const { refused } = left;
  const { refused: _before, ...known } = kept;
  return {
    identity: refused ?? kept.sha256,
    ...stored,
    problem: problemOf(left.why.code, {
      ...{ severity: 'warning', field: 'anhaenge', value: path },
      ...keptBecause(left.why, check !== undefined && kept.check !== undefined && check !== kept.check),
    }),
    // Its bytes never arrived under a path that is new.
    file: {
      ...known,
      path,
      ...(known.path !== path && { isByName: true as const }),
      ...(refused !== undefined && { refused }),
    },
  };
}

function keptBecause({ about: { reason, parameters } }: Unusable, hasChanged: boolean): Unusable['about'] {
  if (reason === 'file_missing') return { reason: hasChanged ? 'file_kept_outdated' : 'file_kept' };
  return { reason: 'file_kept_damaged', parameters: parameters ?? { details: DAMAGED } };
}
const DAMAGED = 'The file in the package is damaged.';

async function readPackaged(found: PackagedFile | undefined): Promise<AttachmentBytes | Unusable> {
  if (found === undefined) return MISSING;
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
