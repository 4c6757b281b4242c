import { Buffer } from 'node:buffer';

const NAMES = ['facade', 'living-room', 'kitchen'];
const QUANTIZATION_TABLE = Buffer.from([0xff, 0xdb]);
/** Marker, length and number of the table stand before its 64 values, of which the last are of the finest details. */
const FINEST_DETAILS = 5 + 60;

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
        body: new Blob([withNumber(photo, property * 1000 + index)]),
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

/** The same scene in other bytes, also once what is written about it is taken out: the number stands where nobody sees it. */
export function withNumber(jpeg: Uint8Array, number: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(jpeg);
  const at = bytes.indexOf(QUANTIZATION_TABLE) + FINEST_DETAILS;
  for (let place = 0; place < 4; place += 1) {
    bytes.writeUInt8(1 + (Math.floor(number / 255 ** place) % 255), at + place);
  }
  return bytes;
}
