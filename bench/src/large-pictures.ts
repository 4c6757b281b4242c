import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** A little less than the largest attachment that is taken. */
const BYTES = 15_990_000;
const COMMENT_BYTES_MAX = 65_000;
const COMMENT_HEAD_BYTES = 4;
const AFTER_START_OF_IMAGE = 2;

export interface PictureHost {
  /** The address of one picture; the bytes of each are different from all others. */
  url(kind: PictureKind, number: number): string;
  close(): void;
}

export type PictureKind = 'baseline.jpg' | 'progressive.jpg' | 'logo.png';

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

/** Serves pictures of 12 and 24 megapixels, each padded to 16 MB. */
export async function startPictureHost(): Promise<PictureHost> {
  const pictures: Record<PictureKind, Buffer> = {
    'baseline.jpg': await noise(4000, 3000).jpeg({ quality: 95 }).toBuffer(),
    'progressive.jpg': await noise(6000, 4000).jpeg({ quality: 75, progressive: true }).toBuffer(),
    'logo.png': await noise(400, 200).ensureAlpha(0.5).png().toBuffer(),
  };
  const server = createServer((request, response) => {
    const [, number = '', kind = ''] = (request.url ?? '').split('/');
    const picture = pictures[kind as PictureKind];
    if (kind === 'logo.png') {
      response.end(picture);
      return;
    }
    const comments = commentsOf(BYTES - picture.length, number);
    response.setHeader('content-length', BYTES);
    response.write(picture.subarray(0, AFTER_START_OF_IMAGE));
    for (const comment of comments) response.write(comment);
    response.end(picture.subarray(AFTER_START_OF_IMAGE));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (kind, number) => `http://127.0.0.1:${String(port)}/${String(number)}/${kind}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Comment segments of a JPEG, so many bytes in all. */
function commentsOf(bytes: number, text: string): Buffer[] {
  const comments: Buffer[] = [];
  for (let left = bytes; left > 0;) {
    const rest = left - COMMENT_BYTES_MAX;
    const length = rest > 0 && rest < 100 ? COMMENT_BYTES_MAX - 100 : Math.min(left, COMMENT_BYTES_MAX);
    const comment = Buffer.alloc(length, `picture ${text} `, 'latin1');
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(length - 2, 2);
    comments.push(comment);
    left -= length;
  }
  if (comments.some(({ length }) => length <= COMMENT_HEAD_BYTES)) throw new Error('a comment is too short');
  return comments;
}
