import { Catalog } from './storage/catalog.ts';
import { Documents } from './storage/documents.ts';
import { Store } from './storage/store.ts';

/** Everything that holds data. */
export type Engine = { store: Store; catalog: Catalog; documents: Documents };

/** Opens the data in a directory, which is created when it is not there. */
export function openEngine(directory: string): Engine {
  const store = new Store(directory);
  const catalog = new Catalog(store);
  store.onAbort = () => catalog.reload();
  return { store, catalog, documents: new Documents(store, catalog) };
}
