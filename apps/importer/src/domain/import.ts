import type {
  Actor,
  Import,
  ImportCounts,
  ImportFailureCode,
  ImportState,
  ImportSummary,
  UnlistedProperties,
  UnusedValues,
} from '@estate/contracts';
import type { ReadSettings } from './source.ts';

/** Why a package could not be read, in words for its customer. */
export interface ImportFailure {
  code: ImportFailureCode;
  message: string;
}

/** The parts of a package that an import did not use, as its summary shows them. */
export interface Unused {
  values: UnusedValues[];
  /** Values in elements that are not listed. */
  further: number;
}

/**
 * Files of the package that several paths mean, by their numbers, and from which certainty on a path gets them. With 'all' there are too
 * many to list, and only the path of a file itself gets it.
 */
export type Doubts = 'all' | readonly [file: number, least: number][];

export interface ImportRecord {
  id: string;
  accountId: string;
  sourceId?: string;
  /** Imports of one queue are worked on one after the other, in the order in which they arrived. */
  queueId: string;
  fileName?: string;
  /** The name of the package in the byte store. */
  packageName: string;
  sizeBytes: number;
  state: ImportState;
  dryRun: boolean;
  scope?: 'full' | 'partial';
  software?: { name: string; version?: string };
  counts: ImportCounts;
  /** Left out until the document has been read. */
  unused?: Unused;
  /** The properties that the source could not list at the end. */
  unlisted?: UnlistedProperties[];
  doubts?: Doubts;
  /** The providers whose objects the package has all of. */
  fullProviders?: string[];
  /** The deletions of what is missing are among the objects. */
  isRemovalListed?: boolean;
  removal?: { missing: number; known: number; maxShare: number; unidentified?: number };
  /** The customer allowed all deletions of a full transfer. */
  isConfirmed?: boolean;
  /** The customer asked to stop it. */
  isCancelled?: boolean;
  /** It does not begin before: packages that arrived earlier by FTP become imports until then. */
  beginsAt?: Date;
  /** Fixed when reading begins: all of its objects are read alike, also after a crash. */
  readWith?: ReadSettings;
  /** Only for a preview of settings: whose package it reads again, and the settings that it compares with. */
  preview?: { importId: string; before: ReadSettings };
  /** How many objects of a preview read differently. */
  differing?: number;
  /** The package is kept: for previews, or to be imported again after a backup was restored. */
  isPackageKept?: true;
  failure?: ImportFailure;
  /** How many processes have ended while they read the package. */
  readerCrashes?: number;
  /** The trace of the call that brought the package. */
  trace: { requestId: string; traceparent?: string; actor?: Actor };
  createdAt: Date;
  finishedAt?: Date;
}

export const NO_COUNTS: ImportCounts = {
  objects: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  failed: 0,
};

const ENDED: readonly ImportState[] = ['finished', 'failed', 'cancelled'];

export const hasEnded = ({ state }: Pick<ImportRecord, 'state'>): boolean => ENDED.includes(state);

/** Done again when a restored backup has lost it. */
export const isRepeatable = ({ state, dryRun }: Pick<ImportRecord, 'state' | 'dryRun'>): boolean =>
  state !== 'cancelled' && !dryRun;

const NOTE = 'note-';

/** The name of what is noted beside a package; names of packages begin with their account. */
export const noteNameOf = (packageName: string): string => `${NOTE}${packageName}`;

/** The package of a note; undefined for other names. */
export const packageOfNote = (name: string): string | undefined =>
  name.startsWith(NOTE) ? name.slice(NOTE.length) : undefined;

/** Packages of a source, or those that came without one. */
export const queueIdOf = (accountId: string, sourceId?: string): string =>
  `${accountId}.${sourceId ?? UPLOADS}`;
const UPLOADS = 'upload';

/** The source of a queue; undefined for uploads. */
export function sourceIdOf(queueId: string): string | undefined {
  const [, sourceId] = queueId.split('.');
  return sourceId === UPLOADS ? undefined : sourceId;
}

/** The import as its customer sees it. */
export function toImport(record: ImportRecord): Import {
  const { id, sourceId, fileName, sizeBytes, state, dryRun, scope, software, counts, removal } = record;
  return {
    id,
    ...(sourceId !== undefined && { sourceId }),
    ...(fileName !== undefined && { fileName }),
    ...{ sizeBytes, state, dryRun, counts },
    ...(scope && { scope }),
    ...(software && { software }),
    ...(removal && { removal }),
    ...(record.readWith && { readWith: record.readWith }),
    ...(record.preview && { preview: previewOf(record, record.preview.importId) }),
    ...(record.failure && { failure: record.failure }),
    createdAt: record.createdAt.toISOString(),
    ...(record.finishedAt && { finishedAt: record.finishedAt.toISOString() }),
  };
}

const previewOf = ({ differing }: ImportRecord, importId: string): NonNullable<Import['preview']> => ({
  importId,
  ...(differing !== undefined && { differing }),
});

/** The summary of an import: the parts that it did not use, and the properties that it could not list. */
export const toImportSummary = ({ id, unused, unlisted = [] }: ImportRecord): ImportSummary => ({
  id,
  ...(unused && { unused: unused.values }),
  ...(unused && unused.further > 0 && { furtherValues: unused.further }),
  unlisted,
});
