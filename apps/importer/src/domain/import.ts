import type { Actor, Import, ImportCounts, ImportFailureCode, ImportState } from '@estate/contracts';

/** Why a package could not be read, in words for its customer. */
export interface ImportFailure {
  code: ImportFailureCode;
  message: string;
}

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
  /** The providers whose objects the package has all of. */
  fullProviders?: string[];
  /** The deletions of what is missing are among the objects. */
  isRemovalListed?: boolean;
  removal?: { missing: number; known: number; maxShare: number; unidentified?: number };
  /** The customer allowed all deletions of a full transfer. */
  isConfirmed?: boolean;
  /** The customer asked to stop it. */
  isCancelled?: boolean;
  failure?: ImportFailure;
  /** How many processes have ended while they read the package. */
  readerCrashes?: number;
  /** Of the call that brought the package. */
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
    ...(record.failure && { failure: record.failure }),
    createdAt: record.createdAt.toISOString(),
    ...(record.finishedAt && { finishedAt: record.finishedAt.toISOString() }),
  };
}
