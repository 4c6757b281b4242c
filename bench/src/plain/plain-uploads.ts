import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'basic-ftp';
import { eachOf } from '../each-of.ts';

interface Server {
  port: number;
  users: readonly { username: string; password: string }[];
  connections: number;
  /** Each file is compared with what the server has, as the system does, before it gets its final name. */
  checked: boolean;
}

/** Uploads files over some connections as a script would, and returns the milliseconds that took and their mean size. */
export async function uploadPlainly(
  paths: readonly string[],
  { port, users, connections, checked }: Server,
): Promise<{ ms: number; meanBytes: number }> {
  const numbers = Array.from({ length: connections }, (_, index) => index);
  const startedMs = performance.now();
  await eachOf(numbers, connections, async (number) => {
    const user = users[number % users.length];
    const client = new Client();
    await client.access({
      host: '127.0.0.1',
      port,
      user: user?.username ?? '',
      password: user?.password ?? '',
    });
    for (const [index, path] of paths.entries()) {
      if (index % connections !== number) continue;
      const name = `plain-${String(index)}.zip`;
      // As every sender of packages must, so that the portal does not import half a file.
      await client.uploadFrom(path, `${name}.part`);
      if (checked) await requireSame(client, path, `${name}.part`);
      await client.rename(`${name}.part`, name);
    }
    client.close();
  });
  const ms = performance.now() - startedMs;
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return { ms, meanBytes: sizes.reduce((total, size) => total + size, 0) / sizes.length };
}

async function requireSame(client: Client, path: string, name: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const [size, { message }] = [await client.size(name), await client.send(`HASH ${name}`)];
  if (size !== (await stat(path)).size || !message.includes(hash.digest('hex')))
    throw new Error(`The portal has other bytes than ${path}.`);
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
