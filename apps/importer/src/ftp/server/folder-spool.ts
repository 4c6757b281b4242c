import type { FtpLimits } from './limits.ts';

export interface SpoolOptions {
  directory: string;
  limits: Pick<FtpLimits, 'sourceBytes' | 'accountBytes' | 'totalBytes' | 'entries'>;
  now: () => number;
}

/** The stored files of a source, without packages that wait for the service. */
export interface StoredFiles {
  sourceId: string;
  accountId: string;
  bytes: number;
  entries: number;
}

/** The part of the spool that the folder of a source knows. */
export interface FolderSpool {
  readonly options: SpoolOptions;
  /** The directory of packages that are complete. */
  readonly ready: string;
  /** @throws FtpRefusal when the source, its account or the server has no space for so many bytes more */
  requireSpace(folder: StoredFiles, bytes: number): void;
  /** @throws FtpRefusal when the source has no space for another file or directory */
  requireEntry(folder: StoredFiles): void;
  /** Counts a package that waits for the service from now on. */
  handedOver(sourceId: string, bytes: number): void;
  /** Names sort in the order in which packages arrived. */
  readyName(sourceId: string, path: string, arrivedMs: number): string;
}
