import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Unavailable } from '@estate/errors';

/** A body that is read from the disk while it is sent. */
export interface Upload {
  contentType: string;
  length: number;
  stream: () => Readable;
}

/** A local file could not be read whole. It says nothing about the platform. */
export class FileBroken extends Unavailable {
  constructor(message: string, cause?: unknown) {
    super(message, { code: 'service-unavailable', cause });
  }
}

interface UploadParts {
  /** JSON. */
  metadata: string;
  path: string;
  fileName: string;
  mediaType: string;
}

/** An upload of a file and its metadata, in this order and with exactly these headers. */
export async function multipart({ metadata, path, fileName, mediaType }: UploadParts): Promise<Upload> {
  const boundary = `estate-${randomUUID()}`;
  const head = Buffer.from(partHead(boundary, { name: 'attachment', fileName, type: mediaType }));
  const between = partHead(boundary, { name: 'metadata', fileName: METADATA_FILE, type: 'application/json' });
  const tail = Buffer.from(`\r\n${between}${metadata}\r\n--${boundary}--\r\n`);
  const { size } = await stat(path);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield head;
    yield* wholeFile(path, size);
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + size + tail.length,
    stream: () => Readable.from(bytes()),
  };
}

/** Exactly `size` bytes. Each chunk is a new buffer. */
async function* wholeFile(path: string, size: number): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > size) break;
      yield chunk;
    }
  } catch (error) {
    throw new FileBroken('A file could not be read while it was being sent.', error);
  }
  if (read !== size) throw new FileBroken('A file changed while it was sent.');
}

const METADATA_FILE = 'body.json';

const partHead = (
  boundary: string,
  { name, fileName, type }: { name: string; fileName: string; type: string },
): string =>
  [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"; filename="${fileName}"`,
    `Content-Type: ${type}; name=${fileName}`,
    'Content-Transfer-Encoding: binary',
    '',
    '',
  ].join('\r\n');
