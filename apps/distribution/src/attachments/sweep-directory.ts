import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface StoredFile {
  path: string;
  size: number;
  usedMs: number;
}

/** Drops the files that were not used for longest until the rest fits, but none that was used after `keepAfter`. */
export async function sweepDirectory(directory: string, maxBytes: number, keepAfter: Date): Promise<void> {
  const files = (await filesIn(directory)).sort((a, b) => a.usedMs - b.usedMs);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, usedMs } of files) {
    if (usedMs >= keepAfter.getTime()) return;
    // What a crash left half-fetched is of no use at any size.
    if (total <= maxBytes && !path.endsWith('.part')) continue;
    await rm(path, { force: true });
    total -= size;
  }
}

async function filesIn(directory: string): Promise<StoredFile[]> {
  const names = await readdir(directory);
  const files = await Promise.all(names.map((name) => fileAt(join(directory, name))));
  return files.filter((file) => file !== undefined);
}

async function fileAt(path: string): Promise<StoredFile | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? { path, size: found.size, usedMs: found.mtimeMs } : undefined;
  } catch {
    // Another process that shares the directory dropped it in between.
    return undefined;
  }
}
