import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Unavailable } from '@estate/errors';
import { piecesOf } from '../../attachments/attachment-bytes.ts';
import type { AttachmentContent } from '../../attachments/attachment-bytes.ts';

/** A body that is read while it is sent. */
export interface Upload {
  contentType: string;
  length: number;
  stream: () => Readable;
}

/** Thrown if an attachment could not be read completely now. It says nothing about the platform. */
export class FileBroken extends Unavailable {
  constructor(message: string, cause?: unknown) {
    super(message, { code: 'service-unavailable', cause });
  }
}

interface UploadParts {
  /** The metadata as JSON. */
  metadata: string;
  content: AttachmentContent;
  fileName: string;
  mediaType: string;
}

/** An upload of an attachment and its metadata, in this order and with exactly these headers. */
export function multipart({ metadata, content, fileName, mediaType }: UploadParts): Upload {
  const boundary = `estate-${randomUUID()}`;
  const head = Buffer.from(partHead(boundary, { name: 'attachment', fileName, type: mediaType }));
  const between = partHead(boundary, { name: 'metadata', fileName: METADATA_FILE, type: 'application/json' });
  const tail = Buffer.from(`\r\n${between}${metadata}\r\n--${boundary}--\r\n`);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield head;
    yield* wholeContent(content);
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + content.size + tail.length,
    stream: () => Readable.from(bytes()),
  };
}

async function* wholeContent(content: AttachmentContent): AsyncGenerator<Buffer> {
  try {
    yield* piecesOf(content);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new FileBroken('An attachment could not be read while it was being sent.', error);
  }
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
