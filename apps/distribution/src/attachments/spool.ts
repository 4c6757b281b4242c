import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Unavailable } from '@estate/errors';
import type { AttachmentContent } from './attachment-bytes.ts';

const READ_AT_ONCE = 262_144;

/** Bytes that were made for one package, in a file without a name: the system removes it with the process at the latest. */
export class Spool {
  readonly #directory: string;
  #file: Promise<FileHandle> | undefined;
  #end = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @throws Unavailable when there is no space for it */
  async add(bytes: Buffer): Promise<AttachmentContent> {
    const begin = this.#end;
    const size = bytes.length;
    this.#end += size;
    this.#file ??= openNameless(this.#directory);
    const file = await this.#file.catch(notStored);
    await write(file, bytes, begin).catch(notStored);
    const stream = () => Readable.from(read(file, { begin, end: begin + size }), { objectMode: false });
    return { size, open: () => Promise.resolve({ size, source: { stream: stream() } }) };
  }

  async close(): Promise<void> {
    const file = await this.#file?.catch(() => undefined);
    await file?.close();
  }
}

/** The fault of this machine, not of the property or its platform. */
function notStored(cause: unknown): never {
  throw new Unavailable('A picture could not be stored for its package.', {
    code: 'service-unavailable',
    cause,
  });
}

async function write(file: FileHandle, bytes: Buffer, begin: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written, begin + written)).bytesWritten;
}

async function openNameless(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${randomUUID()}.part`);
  const file = await open(path, 'wx+');
  await unlink(path);
  return file;
}

async function* read(
  file: FileHandle,
  { begin, end }: { begin: number; end: number },
): AsyncGenerator<Buffer> {
  for (let at = begin; at < end;) {
    const memory = Buffer.allocUnsafe(Math.min(READ_AT_ONCE, end - at));
    const { bytesRead } = await file.read(memory, 0, memory.length, at);
    if (bytesRead === 0) throw new Error('A temporary file has become shorter.');
    at += bytesRead;
    yield memory.subarray(0, bytesRead);
  }
}
