import type { Bus } from '@estate/messaging';
import type { FtpAddress } from './domain/import-source.ts';
import type { ImportRecord } from './domain/import.ts';
import type { Manifest } from './manifest.ts';
import type { IntakeDeps } from './intake/accept-package.ts';
import type { HeldAccounts } from './stores/held-accounts.ts';
import type { ImportQueue } from './stores/import-queue.ts';
import type { ImportStore } from './stores/import-store.ts';
import type { KeptPackages } from './stores/kept-packages.ts';
import type { KnownStore } from './stores/known-store.ts';
import type { ObjectStore } from './stores/object-store.ts';
import type { SourceSettingsStore } from './stores/source-settings-store.ts';
import type { SourceStore } from './stores/source-store.ts';

/** Everything a route or a handler may touch. */
export interface Deps {
  bus: Pick<Bus<Manifest>, 'ask'>;
  clock: () => Date;
  newId: () => string;
  importSources: Pick<
    SourceStore,
    'count' | 'find' | 'insert' | 'list' | 'nameAgain' | 'naming' | 'remove' | 'setPassword' | 'update'
  >;
  /** Where software connects to; undefined while no process has an FTP server. */
  ftpAddress: FtpAddress | undefined;
  /** The same for sources that exist. */
  shownAddress: FtpAddress;
  imports: Pick<ImportStore, 'cancel' | 'confirm' | 'find' | 'list'>;
  intake: IntakeDeps;
  keptPackages: Pick<KeptPackages, 'newest' | 'releaseAll'>;
  objects: Pick<ObjectStore, 'list'>;
  /** Something can be done for an import now. */
  makeDue: (record: Pick<ImportRecord, 'id' | 'queueId' | 'accountId'>) => Promise<void>;
  held: Pick<HeldAccounts, 'hold' | 'letGo'>;
  known: Pick<KnownStore, 'forgetProperty'>;
  queue: Pick<ImportQueue, 'makeAllDue' | 'makeDue'>;
  sources: Pick<SourceSettingsStore, 'askRetry'>;
}
