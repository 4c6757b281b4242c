import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import type { PlainPackage } from './portal-order.ts';

/** The document of a package that has arrived on the portal, and the names of its photos in their order. */
export async function readPackage(
  path: string,
): Promise<{ document: PlainPackage['document']; names: string[] }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const names: string[] = [];
  let document = { name: '', text: '' };
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('.xml')) {
        document = { name: entry.fileName, text: await text(await zip.openReadStreamPromise(entry)) };
      } else names.push(entry.fileName);
    }
  } finally {
    zip.close();
  }
  return { document, names };
}
