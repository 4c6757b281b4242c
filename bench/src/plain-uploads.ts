import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'basic-ftp';

/** Uploads files over one connection as a script would, and returns the milliseconds that took and their sizes. */
export async function uploadPlainly(
  paths: readonly string[],
  server: { port: number; user: string; password: string },
): Promise<{ ms: number; meanBytes: number }> {
  const client = new Client();
  const startedMs = performance.now();
  await client.access({ host: '127.0.0.1', ...server });
  for (const [index, path] of paths.entries()) await client.uploadFrom(path, `plain-${String(index)}.zip`);
  const ms = performance.now() - startedMs;
  client.close();
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return { ms, meanBytes: sizes.reduce((total, size) => total + size, 0) / sizes.length };
}

/** The packages a user of the sandbox portal has sent, in the order of their arrival. */
export async function packagesOf(portalDirectory: string, user: string): Promise<string[]> {
  const directory = join(portalDirectory, user, 'packages');
  const names = (await readdir(directory)).filter((name) => name.endsWith('.zip'));
  const dated = names.map(async (name) => {
    const path = join(directory, name);
    return { path, at: (await stat(path)).mtimeMs };
  });
  return (await Promise.all(dated)).sort((a, b) => a.at - b.at).map(({ path }) => path);
}
