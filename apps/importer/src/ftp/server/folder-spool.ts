import type { FtpLimits } from './limits.ts';

export interface SpoolOptions {
  directory: string;
  limits: Pick<FtpLimits, 'sourceBytes' | 'totalBytes' | 'entries'>;
  now: () => number;
}

/** What the folder of a source knows of the spool it is in. */
export interface FolderSpool {
  readonly options: SpoolOptions;
  /** The directory of packages that are complete. */
  readonly ready: string;
  /** Bytes of all files that are not accepted yet. */
  readonly bytes: number;
  /** Names sort in the order in which packages became complete. */
  readyName(sourceId: string, path: string): string;
}
