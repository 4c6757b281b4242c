import { constants, copyFile, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { codeOf } from './system-error.ts';

/** The file is on another volume, or its file system has no links. */
const UNLINKABLE = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS']);

export const isUnlinkable = (error: unknown): boolean => UNLINKABLE.has(String(codeOf(error)));

export async function copyUnlinked(error: unknown, path: string, part: string): Promise<void> {
  if (!isUnlinkable(error)) throw error;
  await copyFile(path, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
}

export async function writeWhole(file: FileHandle, piece: Buffer): Promise<void> {
  for (let from = 0; from < piece.length;) from += (await file.write(piece, from)).bytesWritten;
}

/** A file or a folder. */
export async function syncOne(path: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
