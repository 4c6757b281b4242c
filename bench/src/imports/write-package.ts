import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { documentOf, photoName } from './document.ts';
import type { Stock } from './document.ts';
import type { PhotoMaker } from './photos.ts';

/** Estate software compresses photos although that saves nothing. */
const COMPRESSION_LEVEL = 1;
const MOST_PHOTOS_OF_AN_OBJECT = 1000;

/** Writes a full transfer with its photos to a file; one photo is in memory at a time. Returns how many bytes it has. */
export async function writePackage(path: string, stock: Stock, { photo }: PhotoMaker): Promise<number> {
  const { first, objects, photos } = stock;
  const zip = new ZipFile();
  const compressed = { compressionLevel: COMPRESSION_LEVEL };
  zip.addReadStreamLazy('openimmo.xml', compressed, (add) => {
    add(null, Readable.from(documentOf(stock), { objectMode: false }));
  });
  for (let object = first; object < first + objects; object += 1) {
    for (let index = 0; index < photos; index += 1) {
      zip.addReadStreamLazy(photoName(object, index), compressed, (add) => {
        add(null, Readable.from([photo(object * MOST_PHOTOS_OF_AN_OBJECT + index)], { objectMode: false }));
      });
    }
  }
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(path));
  return (await stat(path)).size;
}
