import type { Attachment, ImportProblem } from '@estate/contracts';
import pLimit from 'p-limit';
import type { AttachmentSource, KeptFile, ObjectAttachment } from '../domain/object-content.ts';
import type { Applying } from './apply-deps.ts';
import { KeptFiles } from './kept-files.ts';
import { takeEmbedded, takeFile } from './take-file.ts';
import type { FileStore, FoundFile } from './take-file.ts';

export interface ReadAttachments {
  /** For each attachment that could be read its address, or the hash of its bytes: the same for the same file. */
  identities: string[];
  /** As a property has them. */
  attachments: Attachment[];
  problems: ImportProblem[];
  /** The files of packages, as they are known from now on. */
  files: KeptFile[];
}

/** The package that files are taken from, and what bounds how many are at a time. */
interface FilesOf extends Pick<Applying, 'opened' | 'signal' | 'taking'> {
  /** The files of the object from the last import of its source. */
  kept?: readonly KeptFile[] | undefined;
}

/**
 * Reads the files of the attachments, several at a time; those that cannot be used are left out. Without `store` none gets an address.
 * After an error no further file is begun, and those that are under way have ended.
 */
export async function readAttachments(
  attachments: readonly ObjectAttachment[],
  from: FilesOf,
  store?: FileStore,
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
  const paths = pathsOf(attachments);
  const kept = new KeptFiles(
    from.kept ?? [],
    paths.flatMap((path) => path ?? []),
  );
  const present = new Set(
    attachments.flatMap(({ source }) => (source.kind === 'embedded' ? (source.sha256 ?? []) : [])),
  );
  const outcomes = await Promise.allSettled(
    attachments.map(async ({ source, check }, index) => {
      if (source.kind === 'url') return { identity: source.url, url: source.url };
      const named = { path: paths[index] ?? '', check, kept, store };
      if (source.kind === 'embedded') return takeEmbedded(source, named, present);
      const found = from.opened.find(source.path);
      const limit = found && found.size > LARGE_BYTES ? large : from.taking;
      return limit(() => unlessStopped(() => takeFile({ ...named, found })));
    }),
  );
  signal.throwIfAborted();
  const files = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return {
    identities: files.flatMap(({ identity }) => identity ?? []),
    attachments: attachments.flatMap((attachment, index) => {
      const url = files[index]?.url;
      return url === undefined ? [] : [asAttachment(attachment, url)];
    }),
    problems: files.flatMap(({ problem }) => problem ?? []),
    files: files.flatMap(({ file }) => file ?? []),
  };
}

/** By which the files of an object are kept: an embedded file without a path has its place among those of the object. */
function pathsOf(attachments: readonly ObjectAttachment[]): (string | undefined)[] {
  const isNameless = ({ source }: ObjectAttachment) =>
    source.kind === 'embedded' && source.path === undefined;
  const count = attachments.filter(isNameless).length;
  let place = 0;
  return attachments.map((attachment) => {
    if (isNameless(attachment)) return `embedded file ${++place} of ${count}`;
    return attachment.source.kind === 'url' ? undefined : attachment.source.path;
  });
}

/** Most photos have fewer bytes. */
const LARGE_BYTES = 1_000_000;
/** A file is in memory until the catalog has it, so few large ones are taken at a time, whatever imports there are. */
const large = pLimit(2);

/** The type that the document names is left out: the bytes decide, and a wrong one would make the file a failure. */
const asAttachment = ({ title, isBlueprint, source }: ObjectAttachment, url: string): Attachment => ({
  url,
  ...(title !== undefined && { title }),
  ...(isBlueprint && { isBlueprint }),
  ...optionalOf(source),
});

/** An address that does not work shows after the import, and stops no property. */
export const optionalOf = ({ kind }: AttachmentSource) => (kind === 'url' ? { isOptional: true } : {});
