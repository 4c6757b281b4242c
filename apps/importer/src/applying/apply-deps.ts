import type { Caller } from '@estate/messaging';
import type { LimitFunction } from 'p-limit';
import type { AskOthers } from '../ask-others.ts';
import type { ImportRecord } from '../domain/import.ts';
import type { SourceSettings } from '../domain/source.ts';
import type { AttachmentFiles } from '../files/attachment-files.ts';
import type { FilesOfPackage } from '../reading/import-package.ts';
import type { KnownStore } from '../stores/known-store.ts';
import type { PersonStore } from '../stores/person-store.ts';

/** The dependencies for applying objects. */
export interface ApplyDeps {
  bus: AskOthers;
  known: Pick<
    KnownStore,
    | 'applied'
    | 'find'
    | 'noteChange'
    | 'noteDeletion'
    | 'noteFiles'
    | 'noteTimes'
    | 'noteUnlisted'
    | 'release'
    | 'remove'
    | 'rename'
    | 'reserve'
  >;
  persons: Pick<PersonStore, 'applied' | 'find' | 'forget' | 'reserve'>;
  files: AttachmentFiles;
  newId: () => string;
  clock: () => Date;
}

/** The import that an object belongs to. */
export interface Applying {
  record: ImportRecord;
  caller: Caller;
  /** Undefined for uploads, and for a source that was deleted. */
  source: SourceSettings | undefined;
  opened: FilesOfPackage;
  /** Bounds how many files of the import are in memory at a time. */
  taking: LimitFunction;
  /** The contact of the object. */
  contactId?: string;
  signal: AbortSignal;
}
