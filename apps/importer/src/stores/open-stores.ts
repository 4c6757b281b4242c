import {
  AccountEraser,
  Finder,
  OutboxRelay,
  PublishedMessages,
  ensureIndexes,
  findable,
  randomId,
} from '@estate/persistence';
import type { Collection, Db, IndexSpec, OutboxDocument } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { importerInvariants } from '../audit/invariants.ts';
import { accountKinds } from '../closing/account-kinds.ts';
import type { ImporterConfig } from '../config.ts';
import { HeldAccounts, heldIndexes } from './held-accounts.ts';
import type { HeldDoc } from './held-accounts.ts';
import { importIndexes } from './import-document.ts';
import type { ImportDoc } from './import-document.ts';
import { ImportProgress } from './import-progress.ts';
import { ImportQueue } from './import-queue.ts';
import { ImportStore } from './import-store.ts';
import { KeptPackages } from './kept-packages.ts';
import { KnownStore, knownIndexes } from './known-store.ts';
import type { KnownDoc } from './known-store.ts';
import { ObjectStore, objectIndexes } from './object-store.ts';
import type { ObjectDoc } from './object-store.ts';
import { PersonStore, personIndexes } from './person-store.ts';
import type { PersonDoc } from './person-store.ts';
import { queueIndexes } from './queue-document.ts';
import type { QueueDoc } from './queue-document.ts';
import { ResultStore, resultIndexes } from './result-store.ts';
import type { ResultDoc } from './result-store.ts';
import { SourceStore, sourceIndexes } from './source-store.ts';
import type { SourceDoc } from './source-store.ts';
import { SourceSettingsStore } from './source-settings-store.ts';
import type { SourceSettingsDoc } from './source-settings-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

interface OfAccount {
  _id: string;
  accountId: string;
}

/** The collections, all of which have documents of accounts. */
const collectionsOf = (db: Db) => ({
  imports: db.collection<ImportDoc>('imports'),
  objects: db.collection<ObjectDoc>('import-objects'),
  queues: db.collection<QueueDoc>('import-queues'),
  sources: db.collection<SourceDoc>('import-sources'),
  results: db.collection<ResultDoc>('import-results'),
  known: db.collection<KnownDoc>('known-objects'),
  persons: db.collection<PersonDoc>('known-persons'),
  held: db.collection<HeldDoc>('held-accounts'),
});
type Collections = ReturnType<typeof collectionsOf>;

const INDEXES: Readonly<Record<keyof Collections, readonly IndexSpec[]>> = {
  imports: importIndexes,
  objects: objectIndexes,
  queues: queueIndexes,
  sources: sourceIndexes,
  results: resultIndexes,
  known: knownIndexes,
  persons: personIndexes,
  held: heldIndexes,
};

const ensureAll = (collections: Collections): Promise<unknown> =>
  Promise.all(
    Object.entries(INDEXES).map(([name, indexes]) =>
      ensureIndexes(collections[name as keyof Collections] as unknown as Collection<OfAccount>, indexes),
    ),
  );

/** Everything the importer stores, with its indexes, and the relay that publishes the events about imports. */
export async function openStores(
  { database, bytes, bus, log, metrics }: StoreContext,
  { IMPORT_ACCOUNT_BYTES: repeatableBytesMax }: Pick<ImporterConfig, 'IMPORT_ACCOUNT_BYTES'>,
) {
  const { db } = database;
  const audited = collectionsOf(db);
  const { imports, ...withoutBytes } = audited;
  const { objects, queues, sources, results, known, persons, held } = withoutBytes;
  const publishedMessages = new PublishedMessages(db);
  const collections = [imports] as unknown as Collection<OutboxDocument>[];
  const relay = new OutboxRelay({ bus, log, metrics, collections, published: publishedMessages });
  const packages = await bytes('packages');
  const others = Object.values(withoutBytes) as unknown as Collection<OfAccount>[];
  const kinds = accountKinds({ imports, others, packages, publishedMessages });
  const accountEraser = new AccountEraser(db, kinds, randomId);
  await Promise.all([ensureAll(audited), accountEraser.ensureIndexes(), publishedMessages.ensureIndexes()]);
  const progress = new ImportProgress(imports, relay);
  return {
    imports: new ImportStore(imports),
    objects: new ObjectStore(objects),
    known: new KnownStore(known),
    persons: new PersonStore(persons),
    progress,
    keptPackages: new KeptPackages({ imports, progress, packages, repeatableBytesMax }),
    sources: new SourceSettingsStore(sources as unknown as Collection<SourceSettingsDoc>),
    queue: new ImportQueue(queues, relay),
    importSources: new SourceStore(sources),
    results: new ResultStore(results),
    held: new HeldAccounts(held),
    packages,
    finder: importFinder(imports, sources),
    accountEraser,
    relay,
    publishedMessages,
    sealed: [],
    invariants: importerInvariants({ ...audited, packages }),
    /** For invariants that other services take part in. */
    audited,
  };
}

const importFinder = (imports: Collection<ImportDoc>, sources: Collection<SourceDoc>) =>
  new Finder([
    findable({
      kind: 'import',
      docs: imports,
      fields: { accountId: 1, fileName: 1 },
      describe: ({ accountId, fileName }) => ({
        accountId,
        ...(fileName !== undefined && { name: fileName }),
      }),
    }),
    findable({
      kind: 'import-source',
      docs: sources,
      fields: { accountId: 1, name: 1 },
      describe: ({ accountId, name }) => ({ accountId, name }),
    }),
  ]);
