import { open, rename } from 'node:fs/promises';

/** Replaces a JSON file atomically: a reader, or a crash, sees the old content or the new, never half of one. */
export async function saveJson(path: string, value: unknown): Promise<void> {
  const file = await open(`${path}.new`, 'w');
  try {
    await file.writeFile(JSON.stringify(value, null, 2));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
