import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** A body that is read from the disk while it is sent. */
export interface Upload {
  contentType: string;
  length: number;
  stream: () => Readable;
}

export interface UploadParts {
  /** JSON. */
  metadata: string;
  path: string;
  fileName: string;
  mediaType: string;
}

/**
 * The two parts that the marketplace takes a file in: the bytes first, what is said about them second, each with a file name.
 * Readers of forms do not mind the order and the headers; the marketplace documents them, so they are written as they stand there.
 */
export async function multipart({ metadata, path, fileName, mediaType }: UploadParts): Promise<Upload> {
  const boundary = `estate-${randomUUID()}`;
  const head = Buffer.from(partHead(boundary, { name: 'attachment', fileName, type: mediaType }));
  const between = partHead(boundary, { name: 'metadata', fileName: METADATA_FILE, type: 'application/json' });
  const tail = Buffer.from(`\r\n${between}${metadata}\r\n--${boundary}--\r\n`);
  const { size } = await stat(path);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield head;
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + size + tail.length,
    stream: () => Readable.from(bytes()),
  };
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
