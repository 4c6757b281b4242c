import { OutboxRelay, PublishedMessages, applyRules, openCollections } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { collections } from '../collections.ts';
import type { ImporterConfig } from '../config.ts';
import { HeldAccounts } from './held-accounts.ts';
import { ImportProgress } from './import-progress.ts';
import { ImportQueue } from './import-queue.ts';
import { ImportStore } from './import-store.ts';
import { KeptPackages } from './kept-packages.ts';
import { KnownStore } from './known-store.ts';
import { ObjectStore } from './object-store.ts';
import { PersonStore } from './person-store.ts';
import { ResultStore } from './result-store.ts';
import { SourceStore } from './source-store.ts';
import { SourceSettingsStore } from './source-settings-store.ts';
import type { SourceSettingsDoc } from './source-settings-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the importer stores, with its indexes, and the relay that publishes the events about imports. */
export async function openStores(
  { database, bytes, bus, log, metrics }: StoreContext,
  { IMPORT_ACCOUNT_BYTES: repeatableBytesMax }: Pick<ImporterConfig, 'IMPORT_ACCOUNT_BYTES'>,
) {
  const { db } = database;
  const { outboxes, ...opened } = await openCollections(db, collections);
  const { docs } = opened;
  const publishedMessages = new PublishedMessages(db);
  const relay = new OutboxRelay({ bus, log, metrics, collections: outboxes, published: publishedMessages });
  const packages = await bytes('packages');
  const progress = new ImportProgress(docs.imports, relay);
  return {
    ...opened,
    ...applyRules(db, collections, { ...docs, packages }),
    imports: new ImportStore(docs.imports),
    objects: new ObjectStore(docs.objects),
    known: new KnownStore(docs.known),
    persons: new PersonStore(docs.persons),
    progress,
    keptPackages: new KeptPackages({ imports: docs.imports, progress, packages, repeatableBytesMax }),
    sources: new SourceSettingsStore(docs.sources as unknown as Collection<SourceSettingsDoc>),
    queue: new ImportQueue(docs.queues, relay),
    importSources: new SourceStore(docs.sources),
    results: new ResultStore(docs.results),
    held: new HeldAccounts(docs.held),
    packages,
    relay,
    publishedMessages,
  };
}
