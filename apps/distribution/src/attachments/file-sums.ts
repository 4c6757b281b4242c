import { rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { piecesOfFile } from '@estate/persistence';
import { LRUCache } from 'lru-cache';

export interface FileSum {
  size: number;
  crc: number;
}

const KNOWN_MAX = 50_000;
/** Files are named by their content, so what was found once stays true; whoever sends a file checks it again. */
const known = new LRUCache<string, FileSum>({ max: KNOWN_MAX });

/** Size and checksum of a file that is named by its content. */
export async function sumOfFile(path: string): Promise<FileSum> {
  const before = known.get(path);
  if (before !== undefined) return before;
  const sum = await readSum(path);
  noteSum(path, sum);
  return sum;
}

/** Spares the reading of a file whose bytes have just been in memory. */
export const noteSum = (path: string, { size, crc }: FileSum): void => void known.set(path, { size, crc });

/** A file is gone, or has other bytes than when its sum was computed. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** Removes a file that turned out to have other bytes, so that it is fetched or made again. */
export async function dropFile(path: string): Promise<void> {
  known.delete(path);
  await rm(path, { force: true });
}

async function readSum(path: string): Promise<FileSum> {
  const sum = { size: 0, crc: 0 };
  for await (const piece of piecesOfFile(path)) {
    sum.size += piece.length;
    sum.crc = crc32(piece, sum.crc);
  }
  return sum;
}
