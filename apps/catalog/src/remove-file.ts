import { unlink } from 'node:fs/promises';

/** Removes a file if it exists; `rm` would ask for its type first. */
export const removeFile = (path: string): Promise<void> => unlink(path).catch(unlessMissing);

function unlessMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
