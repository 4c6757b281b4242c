import { join } from 'node:path';
import { Catalog } from './storage/catalog.ts';
import { checkDataFile, damaged } from './storage/check/data-file.ts';
import { lockDirectory } from './storage/directory-lock.ts';
import { Documents } from './storage/documents.ts';
import { Store } from './storage/store.ts';

/** The parts that hold data. */
export type Engine = { store: Store; catalog: Catalog; documents: Documents; close(): Promise<void> };

function openCatalog(store: Store, directory: string): Catalog {
  try {
    return new Catalog(store);
  } catch (error) {
    throw damaged(
      join(directory, 'data.mdb'),
      `its list of collections cannot be read (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

/** Opens the data in a directory, which is created if it is missing; refuses one that another server has open. */
export function openEngine(directory: string): Engine {
  const lock = lockDirectory(directory);
  try {
    checkDataFile(directory, lock.usedBefore);
    const store = new Store(directory);
    const catalog = openCatalog(store, directory);
    const documents = new Documents(store, catalog);
    lock.opened();
    store.onAbort = () => {
      documents.forget();
      catalog.reload();
    };
    const close = () => store.close().finally(() => lock.release());
    return { store, catalog, documents, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
