export interface StoredFile {
  size: number;
  modifiedMs: number;
  isOpen: boolean;
  /** Its client has given it its name after its content. */
  isRenamed: boolean;
  /** The `modifiedMs` that it had when it was found to be incomplete. */
  incompleteMs?: number;
}

/** For how long a file may stay unchanged: one that is complete, one that is not, and one that is no package. */
export interface SweepTimes {
  stableMs: number;
  incompleteMs: number;
  keptMs: number;
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** @throws every other error */
export function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

/** Nobody else touches the files meanwhile: clients are refused, and no sweep takes them. */
export async function whileOpen<T>(files: readonly StoredFile[], work: () => Promise<T>): Promise<T> {
  for (const file of files) file.isOpen = true;
  try {
    return await work();
  } finally {
    for (const file of files) file.isOpen = false;
  }
}
