import { rm, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { piecesOfFile } from '@estate/persistence';
import { LRUCache } from 'lru-cache';

export interface FileSum {
  size: number;
  crc: number;
}

const KNOWN_MAX = 20_000;
/** Files are named by their content, so what was found once stays true. */
const known = new LRUCache<string, FileSum>({ max: KNOWN_MAX });

/** Size and checksum of a file that is named by its content. */
export async function sumOfFile(path: string): Promise<FileSum> {
  const { size } = await stat(path);
  const before = known.get(path);
  if (before?.size === size) return before;
  const sum = await readSum(path);
  known.set(path, sum);
  return sum;
}

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
