import { text } from 'node:stream/consumers';
import type { Bytes } from '@estate/persistence';
import type { ImportRecord } from '../domain/import.ts';
import { noteNameOf } from '../domain/import.ts';

/** The beginning of an import beside the bytes of its package: a restored database may have lost it, the byte store has not. */
export interface ImportNote {
  record: ImportRecord;
  /** The directory of a package that came by FTP, which gets a result file. */
  folder?: string | undefined;
}

/** In the database itself, a note would be lost together with its import. */
export async function writeNote(
  packages: Pick<Bytes, 'putAll' | 'recovery'>,
  { record, folder }: ImportNote,
): Promise<void> {
  if (!packages.recovery) return;
  const bytes = Buffer.from(JSON.stringify({ record, folder }));
  await packages.putAll([{ name: noteNameOf(record.packageName), bytes }]);
}

/** The note of a package; undefined when there is none. */
export async function readNote(
  packages: Pick<Bytes, 'read'>,
  packageName: string,
): Promise<ImportNote | undefined> {
  const found = await packages.read(noteNameOf(packageName));
  if (!found) return undefined;
  const { record, folder } = JSON.parse(await text(found.stream)) as StoredNote;
  return { record: { ...record, createdAt: new Date(record.createdAt) }, folder };
}

interface StoredNote extends Omit<ImportNote, 'record'> {
  record: Omit<ImportRecord, 'createdAt'> & { createdAt: string };
}
