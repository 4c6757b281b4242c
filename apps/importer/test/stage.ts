import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStores as openByteStores } from '@estate/byte-stores';
import { memoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { WorkRunner, connectMongo, newId } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import { packageKeptMs } from '../src/config.ts';
import type { ImportRecord } from '../src/domain/import.ts';
import { acceptPackage, createImportOf } from '../src/intake/accept-package.ts';
import type { IntakeDeps } from '../src/intake/accept-package.ts';
import { PackageBudget } from '../src/intake/package-budget.ts';
import { storePackage } from '../src/intake/store-package.ts';
import { manifest } from '../src/manifest.ts';
import { PackageFiles } from '../src/reading/package-files.ts';
import { PackageReaders } from '../src/reading/package-readers.ts';
import { openStores } from '../src/stores/open-stores.ts';
import type { SourceSettingsDoc } from '../src/stores/source-settings-store.ts';
import { importerEvents } from '../src/telemetry.ts';
import { QueueTurns } from '../src/working/queue-turns.ts';
import { runNext } from '../src/working/run-queue.ts';
import type { RunDeps } from '../src/working/run-queue.ts';
import { FakeOwners } from './fake-owners.ts';
import { readerProgram } from './reader-program.ts';

export const LEASE_MS = 60_000;
const IMPORT_ACCOUNT_BYTES = 100_000_000;
export const PACKAGE_KEPT_DAYS = 7;
export const log = createLogger({ service: 'test', level: 'silent' });
const { signal } = new AbortController();

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** What is said of a package that a test sends. */
interface Sent {
  accountId: string;
  sourceId?: string;
  dryRun?: boolean;
  fileName?: string;
  /** The directory of a package that came by FTP. */
  folder?: string;
  /** How it came for a source. */
  channel?: 'api' | 'ftp';
}

/** The importer on a real database, with services beside it that are in memory. */
export async function openStage(
  limits = { memoryMb: 300, timeoutMs: 60_000 },
  { isOutside = false, retryMs = 1 } = {},
) {
  const server = await startMongo();
  const database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const directory = await mkdtemp(join(tmpdir(), 'importer-test-'));
  const byteStores = await openByteStores({
    ...{ database, bucketName: 'packages', log, signal },
    config: { BYTE_STORE: isOutside ? pathToFileURL(join(directory, 'bytes')).href : 'gridfs' },
  });
  const bus = memoryBus(manifest);
  const metrics = createMetrics('test');
  const stores = await openStores(
    {
      database,
      bytes: (bucketName) => Promise.resolve(database.bytes(bucketName, byteStores)),
      ...{ bus, log, metrics },
    },
    { IMPORT_ACCOUNT_BYTES },
  );
  const readers = new PackageReaders({ ...limits, directory, mostIdle: 2, program: await readerProgram() });
  /** Of all processes, also of those that were killed. */
  const allPackageFiles: PackageFiles[] = [];
  const owners = new FakeOwners();
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const events = importerEvents({ log, metrics });
  const budget = new PackageBudget({
    ...{ packages: stores.packages, kept: stores.keptPackages },
    accountBytes: IMPORT_ACCOUNT_BYTES,
  });
  const intake: IntakeDeps = {
    ...{ ...stores, clock, newId, maxBytes: 50_000_000, onReceived: events.packageReceived },
    budget,
    makeDue: ({ queueId, accountId }) => stores.queue.makeDue({ queueId, accountId }, clock()),
  };

  /** A process of its own; `through` may stand between it and everything that it uses. */
  function process(
    through: <T extends object>(part: T) => T = (part) => part,
  ): RunDeps & { packageFiles: PackageFiles } {
    const queue = through(stores.queue);
    const parts = {
      ...{ held: through(stores.held) },
      ...{ queue, known: through(stores.known), persons: through(stores.persons) },
      ...{ objects: through(stores.objects), progress: through(stores.progress) },
      ...{ sources: stores.sources, packages: through(stores.packages) },
      keptPackages: through(stores.keptPackages),
      ...{ bus: through(owners.bus), files: through(owners.store) },
    };
    const backoff = { firstMs: retryMs, longestMs: retryMs };
    const runner = new WorkRunner<null>({ queue, owner: newId(), leaseMs: LEASE_MS, clock, backoff, log });
    const packageFiles = new PackageFiles({ packages: stores.packages, readers, directory, most: 2 });
    allPackageFiles.push(packageFiles);
    const turns = new QueueTurns({ queue: stores.queue, perAccount: 1, clock });
    return {
      ...parts,
      runner,
      turns,
      packageFiles,
      events,
      clock,
      newId,
      keptDays: 90,
      packageKeptMs: packageKeptMs({ PACKAGE_KEPT_DAYS }, stores.packages),
    };
  }

  /** Works until nothing is due. */
  async function work(deps: RunDeps = process()): Promise<void> {
    while (await runNext(deps, signal));
  }

  async function send(bytes: Uint8Array, { channel = 'ftp', ...sent }: Sent): Promise<ImportRecord> {
    const { accountId, sourceId } = sent;
    const arrived = { ...sent, requestId: 'request-1' };
    if (sourceId !== undefined && channel === 'ftp') {
      const path = join(directory, newId());
      await writeFile(path, bytes);
      const record = await acceptPackage(intake, { ...arrived, sourceId }, path);
      await rm(path);
      return record;
    }
    const pieces = (async function* () {
      yield await Promise.resolve(Buffer.from(bytes));
    })();
    const stored = await storePackage(intake, accountId, { bytes: pieces, announced: bytes.length });
    return createImportOf(intake, arrived, { ...stored, channel: 'api' });
  }

  async function found({ accountId, id }: Pick<ImportRecord, 'accountId' | 'id'>) {
    const record = await stores.imports.find({ accountId, id });
    if (record === null) throw new Error(`the import ${id} is gone`);
    const { records } = await stores.objects.list(id, { limit: 100, order: 'asc' });
    return { ...record, objects: records };
  }

  return {
    ...{ stores, db: database.db, owners, clock, intake, budget, bus, process, work, send, found },
    /** Sends a package and works until nothing is due. */
    async importOf(bytes: Uint8Array, sent: Sent) {
      const record = await send(bytes, sent);
      await work();
      return found(record);
    },
    async addSource(accountId: string, settings: Partial<SourceSettingsDoc> = {}): Promise<string> {
      const _id = newId();
      const doc = { _id, accountId, targetIds: [], maxRemovedShare: 0.3, state: 'waiting' as const };
      await database.db.collection<SourceSettingsDoc>('import-sources').insertOne({ ...doc, ...settings });
      return _id;
    },
    setSource: (_id: string, settings: Partial<SourceSettingsDoc>) =>
      database.db.collection<SourceSettingsDoc>('import-sources').updateOne({ _id }, { $set: settings }),
    unsetOfSource: (_id: string, name: 'fallbackContact') =>
      database.db
        .collection<SourceSettingsDoc>('import-sources')
        .updateOne({ _id }, { $unset: { [name]: '' as const } }),
    source: (id: string) => database.db.collection<SourceSettingsDoc>('import-sources').findOne({ _id: id }),
    /** Leases end meanwhile. */
    pass: () => {
      offsetMs += 2 * LEASE_MS;
    },
    async close() {
      for (const packageFiles of allPackageFiles) await packageFiles.close();
      await readers.close();
      await stores.relay.close();
      await byteStores.close();
      await database.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
