import { Buffer } from 'node:buffer';

const NAMES = ['facade', 'living-room', 'kitchen'];
const AFTER_START_OF_IMAGE = 2;

/** Puts photos for one property on the file server, the bytes of each different from all others; returns their addresses. */
export async function placePhotos(filesUrl: string, property: number, count: number): Promise<string[]> {
  const scenes = await drawn(filesUrl);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const photo = scenes[index % scenes.length] ?? new Uint8Array();
      const url = `${filesUrl}/files/photo-${String(property)}-${String(index)}.jpg`;
      const answer = await fetch(url, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: withComment(photo, url),
      });
      if (!answer.ok) throw new Error(`${url}: ${String(answer.status)}`);
      return url;
    }),
  );
}

let drawing: Promise<Uint8Array<ArrayBuffer>[]> | undefined;

/** Drawing takes long, so each scene is drawn once. */
function drawn(filesUrl: string): Promise<Uint8Array<ArrayBuffer>[]> {
  drawing ??= Promise.all(
    NAMES.map(async (name) => {
      const answer = await fetch(`${filesUrl}/photos/${name}.jpg`);
      return new Uint8Array(await answer.arrayBuffer());
    }),
  );
  return drawing;
}

/** A JPEG with one more comment segment. */
function withComment(jpeg: Uint8Array<ArrayBuffer>, text: string): Blob {
  const comment = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return new Blob([
    jpeg.subarray(0, AFTER_START_OF_IMAGE),
    new Uint8Array(head),
    new Uint8Array(comment),
    jpeg.subarray(AFTER_START_OF_IMAGE),
  ]);
}
