import { once } from 'node:events';
import { createWriteStream, write } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { EmbeddedWriter } from '@estate/openimmo/read';
import { finderOf } from './file-claims.ts';
import type { LocateOrder, OpenedPackage } from './import-package.ts';
import { openPackage } from './open-package.ts';
import { PackageFault } from './package-error.ts';
import { readImport } from './read-import.ts';
import { SCRATCH_DESCRIPTOR } from './reader-messages.ts';
import type {
  FromReader,
  OpenOrder,
  ReadOrder,
  ReaderOrder,
  ReaderReply,
  ReaderRequest,
  ReaderResult,
} from './reader-messages.ts';

/** Runs in a process of its own, so that no package of a customer can hold up or end the service. */
const SAID_EVERY_MS = 1000;
let saidMs = 0;
let opened: OpenedPackage | undefined;

const say = (message: FromReader): void => {
  saidMs = performance.now();
  process.send?.(message);
};

function progressed(): void {
  if (performance.now() - saidMs > SAID_EVERY_MS) say({ progressed: true });
}

async function request(message: ReaderRequest): Promise<string> {
  const answered = once(process, 'message');
  say(message);
  const [answer] = (await answered) as [ReaderReply];
  if ('stop' in answer) throw new Error('The order was stopped.');
  return answer.reply;
}

const writeAt = promisify(write);

/** Writes an embedded file into the scratch file. */
function scratchWriter(): EmbeddedWriter {
  let size = 0;
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length;) {
        const left = bytes.length - at;
        const { bytesWritten } = await writeAt(SCRATCH_DESCRIPTOR, bytes, at, left, size);
        at += bytesWritten;
        size += bytesWritten;
      }
    },
    finish: () => request({ fileBytes: size }),
    discard: () => Promise.resolve(),
  };
}

async function open({ open: path, unpackTo }: OpenOrder): Promise<ReaderResult> {
  const outer = await openPackage(path, progressed);
  if (!outer.inner) {
    opened = outer;
    return { opened: { isInner: false } };
  }
  try {
    opened = await openInner(outer.inner, unpackTo);
  } finally {
    await outer.close();
  }
  return { opened: { isInner: true } };
}

/** A ZIP file inside the ZIP file, because some software packs its package once more. Nothing further inside is unpacked. */
async function openInner(bytes: NonNullable<OpenedPackage['inner']>, path: string): Promise<OpenedPackage> {
  await pipeline(watched(await bytes()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const inner = await openPackage(path, progressed);
  if (!inner.inner) return inner;
  await inner.close();
  throw new PackageFault('document_missing', 'The ZIP file inside the ZIP file contains no XML document.');
}

async function read(from: OpenedPackage, { record, takesFiles }: ReadOrder): Promise<ReaderResult> {
  const documents = from.documents.map((document) => ({
    ...document,
    open: async () => watched(await document.open()),
  }));
  const outcome = await readImport(
    record,
    { ...from, documents },
    {
      addRows: async (rows) => void (await request({ rows })),
      ...(takesFiles && { openFile: scratchWriter }),
    },
  );
  return { outcome };
}

async function* watched(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    progressed();
    yield piece;
  }
}

async function locate(from: OpenedPackage, { paths, mostBytes, doubts }: LocateOrder): Promise<ReaderResult> {
  const find = finderOf(from.names, doubts);
  const located = [];
  for (const path of paths) {
    progressed();
    const match = find(path);
    located.push(
      match ? { ...(await from.locate(match.file, mostBytes)), certainty: match.certainty } : null,
    );
  }
  return { located };
}

async function close(): Promise<ReaderResult> {
  await opened?.close();
  opened = undefined;
  return { closed: { residentBytes: process.memoryUsage.rss() } };
}

function obey(order: ReaderOrder): Promise<ReaderResult> {
  if ('open' in order) return open(order);
  if ('close' in order) return close();
  if (opened === undefined) throw new Error('No package is open.');
  return 'read' in order ? read(opened, order.read) : locate(opened, order.locate);
}

async function obeyNext(): Promise<void> {
  const [order] = (await once(process, 'message')) as [ReaderOrder];
  try {
    say(await obey(order));
  } catch (error) {
    say(error instanceof PackageFault ? { failure: error.failure } : failed(error));
  }
}

function failed(error: unknown): ReaderResult {
  if (!(error instanceof Error)) return { error: String(error) };
  const isOfSystem = 'syscall' in error && 'code' in error;
  return { error: error.stack ?? error.message, ...(isOfSystem && { code: String(error.code) }) };
}

// A Ctrl-C reaches every process of a terminal; this process ends with its service.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
say({ isReady: true });
for (;;) await obeyNext();
