import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'basic-ftp';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { eachOf } from '../each-of.ts';
import type { PlainPackage, PortalOrder } from './portal-order.ts';

// What one would write in an afternoon: fetches the photos of a property, checks, hashes and decodes them, packs and uploads them.
const FETCHES_AT_ONCE = 4;
const FORMATS = new Set(['jpeg', 'png', 'webp']);
const MAX_BYTES = 16 * 1024 * 1024;

async function fetchPhoto(url: string): Promise<{ bytes: Buffer; hash: string }> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${String(response.status)}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > MAX_BYTES) throw new Error(`${url}: ${String(bytes.length)} bytes`);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { format } = await sharp(bytes).metadata();
  if (!FORMATS.has(format)) throw new Error(`${url}: ${format}`);
  await sharp(bytes).resize({ width: 1, height: 1 }).raw().toBuffer();
  return { bytes, hash };
}

async function pack({ document, photos }: PlainPackage, path: string): Promise<void> {
  const fetched = await eachOf(photos, FETCHES_AT_ONCE, ({ url }) => fetchPhoto(url));
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(document.text), document.name);
  for (const [index, { name }] of photos.entries()) {
    zip.addBuffer(fetched[index]?.bytes ?? Buffer.alloc(0), name, { compress: false });
  }
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(path));
}

async function publish({ packages, connections, port, users, webhookUrl }: PortalOrder): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'estate-bench-script-'));
  const numbers = Array.from({ length: connections }, (_, index) => index);
  await eachOf(numbers, connections, async (number) => {
    const { username, password } = users[number % users.length] ?? { username: '', password: '' };
    const client = new Client();
    await client.access({ host: '127.0.0.1', port, user: username, password });
    for (const [index, each] of packages.entries()) {
      if (index % connections !== number) continue;
      const path = join(directory, `${String(index)}.zip`);
      await pack(each, path);
      const name = `script-${String(process.pid)}-${String(index)}.zip`;
      await client.uploadFrom(path, `${name}.part`);
      await client.rename(`${name}.part`, name);
      await rm(path);
      if (webhookUrl !== undefined) await tell(webhookUrl, name);
    }
    client.close();
  });
  await rm(directory, { recursive: true });
}

async function tell(url: string, name: string): Promise<void> {
  const body = JSON.stringify({ type: 'publication.succeeded', name });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`${url}: ${String(answer.status)}`);
}

process.once('message', (order: PortalOrder) => {
  const startedMs = performance.now();
  void publish(order).then(() => process.send?.({ ms: performance.now() - startedMs }));
});
// The end of the channel means that the measuring process is gone, or has what it wants.
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
