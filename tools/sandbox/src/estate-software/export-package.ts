import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { MediaLibrary } from '../file-server/media-library.ts';
import { exportDocument } from './export-document.ts';
import type { ExportedStock } from './export-document.ts';
import { photoFiles } from './offer-files.ts';

/** A ZIP with the document and the files of every object that is not deleted. */
export async function exportPackage(stock: ExportedStock, library: MediaLibrary): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(exportDocument(stock), 'openimmo.xml');
  for (const { offer, action } of stock.offers) {
    if (action === 'DELETE') continue;
    for (const { name, drawing, variant } of photoFiles(offer)) {
      const file = await library.get(drawing, variant);
      if (file) zip.addBuffer(file.bytes, name, { compress: false });
    }
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}
