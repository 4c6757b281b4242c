import { createHash } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import { MongoClient } from 'mongodb';
import type { Db } from 'mongodb';
import sharp from 'sharp';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { eachOf } from '../each-of.ts';
import type { ImportOrder } from './import-order.ts';

// What one would write in an afternoon: reads the document, then hashes, decodes and stores the photos of each object, and stores the object.
const OBJECTS_AT_ONCE = 4;
const FORMATS = new Set(['jpeg', 'png', 'webp']);
const MAX_BYTES = 16 * 1024 * 1024;

interface PlainObject {
  verwaltung_techn: { objektnr_extern: string };
  anhaenge: { anhang: { daten: { pfad: string } }[] };
}

interface Place {
  zip: ZipFile;
  entries: ReadonlyMap<string, Entry>;
  directory: string;
  db: Db;
}

interface Stored {
  _id: string;
  [field: string]: unknown;
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function objectsOf(zip: ZipFile, document: Entry): Promise<PlainObject[]> {
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'anhang' });
  const { openimmo } = parser.parse(await text(await zip.openReadStreamPromise(document))) as {
    openimmo: { anbieter: { immobilie: PlainObject | PlainObject[] } };
  };
  return [openimmo.anbieter.immobilie].flat();
}

async function storePhoto({ zip, entries, directory, db }: Place, name: string): Promise<string> {
  const entry = entries.get(name);
  if (!entry || entry.uncompressedSize > MAX_BYTES) throw new Error(`${name} cannot be read.`);
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { format } = await sharp(bytes).metadata();
  if (!FORMATS.has(format)) throw new Error(`${name}: ${format}`);
  await sharp(bytes, { sequentialRead: true, failOn: 'error' })
    .resize({ width: 1, height: 1 })
    .raw()
    .toBuffer();
  await writeDurably(directory, hash, bytes);
  await db
    .collection<Stored>('photos')
    .updateOne(
      { _id: hash },
      { $setOnInsert: { size: bytes.length, mediaType: `image/${format}`, createdAt: new Date() } },
      { upsert: true },
    );
  return hash;
}

/** On the disk before its document says that it is. */
async function writeDurably(directory: string, hash: string, bytes: Buffer): Promise<void> {
  const part = join(directory, `${hash}.part`);
  const file = await open(part, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(directory, hash));
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function storeObject(place: Place, object: PlainObject): Promise<void> {
  const photos: string[] = [];
  for (const { daten } of object.anhaenge.anhang) photos.push(await storePhoto(place, daten.pfad));
  const id = object.verwaltung_techn.objektnr_extern;
  await place.db
    .collection<Stored>('properties')
    .replaceOne({ _id: id }, { object, photos, updatedAt: new Date() }, { upsert: true });
}

async function importPackage({ path, directory, mongoUri, database }: ImportOrder): Promise<number> {
  await mkdir(directory, { recursive: true });
  const mongo = await MongoClient.connect(mongoUri, { writeConcern: { w: 'majority', journal: true } });
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const entries = await entriesOf(zip);
    const document = [...entries.values()].find(({ fileName }) => fileName.endsWith('.xml'));
    if (!document) throw new Error(`${path} has no document.`);
    const objects = await objectsOf(zip, document);
    const place = { zip, entries, directory, db: mongo.db(database) };
    await eachOf(objects, OBJECTS_AT_ONCE, (object) => storeObject(place, object));
    return objects.length;
  } finally {
    zip.close();
    await mongo.close();
  }
}

process.on('message', (order: ImportOrder) => {
  const startedMs = performance.now();
  void importPackage(order).then((objects) => process.send?.({ objects, ms: performance.now() - startedMs }));
});
// The end of the channel means that the measuring process is gone, or has what it wants.
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
