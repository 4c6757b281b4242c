import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { heldContent } from '../../attachments/attachment-bytes.ts';
import { multipart } from './multipart.ts';

const metadata = '{"title":"Küche"}';

const uploadOf = (bytes: Buffer) =>
  multipart({ metadata, content: heldContent(bytes), fileName: 'a-1.jpg', mediaType: 'image/jpeg' });

it('an upload has the documented parts and headers in the documented order', async () => {
  const upload = uploadOf(Buffer.from('BYTES'));
  const boundary = upload.contentType.replace('multipart/form-data; boundary=', '');
  expect((await buffer(upload.stream())).toString('utf8').split('\r\n')).toEqual([
    `--${boundary}`,
    'Content-Disposition: form-data; name="attachment"; filename="a-1.jpg"',
    'Content-Type: image/jpeg; name=a-1.jpg',
    'Content-Transfer-Encoding: binary',
    '',
    'BYTES',
    `--${boundary}`,
    'Content-Disposition: form-data; name="metadata"; filename="body.json"',
    'Content-Type: application/json; name=body.json',
    'Content-Transfer-Encoding: binary',
    '',
    metadata,
    `--${boundary}--`,
    '',
  ]);
});

it.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
  'an upload of %i bytes has the announced length each time its stream is made',
  async (size) => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
    const upload = uploadOf(bytes);
    for (let time = 0; time < 2; time += 1) {
      const sent = await buffer(upload.stream());
      expect(sent).toHaveLength(upload.length);
      expect(sent.includes(bytes)).toBe(true);
    }
  },
);

it('chunks of an upload that a slow reader still holds are not overwritten', async () => {
  const bytes = Buffer.from(
    Array.from({ length: 1_000_000 }, (_, index) => (index * 7 + (index >> 8)) % 256),
  );
  const upload = uploadOf(bytes);
  const held: Buffer[] = [];
  const copies: Buffer[] = [];
  for await (const piece of upload.stream()) {
    held.push(piece as Buffer);
    copies.push(Buffer.from(piece as Buffer));
  }
  expect(Buffer.concat(held).equals(Buffer.concat(copies))).toBe(true);
  expect(Buffer.concat(held).includes(bytes)).toBe(true);
});
