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

/** The two parts the marketplace takes a file in: its description, then the bytes under a file name. */
export async function multipart({ metadata, path, fileName, mediaType }: UploadParts): Promise<Upload> {
  const boundary = `estate-${randomUUID()}`;
  const head = Buffer.from(
    [
      `--${boundary}`,
      'content-disposition: form-data; name="metadata"',
      'content-type: application/json;charset=UTF-8',
      '',
      metadata,
      `--${boundary}`,
      `content-disposition: form-data; name="attachment"; filename="${fileName}"`,
      `content-type: ${mediaType}`,
      '',
      '',
    ].join('\r\n'),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
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
