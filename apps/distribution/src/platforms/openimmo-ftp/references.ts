import { createHash } from 'node:crypto';
import type { SentFile } from '../../domain/sent-files.ts';
import type { SetPublication } from '../platform.ts';
import type { PackedAttachment } from './attachment-plan.ts';

/** The files of a package, each with the time since which the platform has it; existing ones become references. */
export function withReferences(
  packed: readonly PackedAttachment[],
  { files = [], at }: Pick<SetPublication, 'files' | 'at'>,
): PackedAttachment[] {
  const known = new Map(files.map((file) => [file.name, file]));
  return packed.map((file) => {
    const before = known.get(file.name);
    return before?.content === contentOf(file)
      ? { ...file, checkedAt: before.since, isReference: true }
      : { ...file, checkedAt: at };
  });
}

export const asSent = (file: PackedAttachment): SentFile[] =>
  file.checkedAt ? [{ name: file.name, content: contentOf(file), since: file.checkedAt }] : [];

/** The content of a file in its form; it is derived from the source, so that nothing is converted only to be compared. */
const contentOf = ({ sha256, fit }: PackedAttachment): string =>
  createHash('sha256')
    .update(JSON.stringify([sha256, fit]))
    .digest('base64url')
    .slice(0, 22);
