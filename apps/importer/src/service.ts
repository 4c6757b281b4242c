import { PACKAGES_PATH, WorkOnImport, listUnknownAccounts } from '@estate/contracts';
import { auditAccounts, backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { referencesElsewhere } from './audit/references.ts';
import type { ImporterConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { ftpAddress, offeredFtpAddress } from './ftp/ftp-settings.ts';
import type { AcceptPackage } from './ftp/ready-packages.ts';
import { startImportFtp } from './ftp/start-import-ftp.ts';
import { handlers } from './handlers/index.ts';
import { acceptPackage } from './intake/accept-package.ts';
import { PackageBudget } from './intake/package-budget.ts';
import { receivePackages } from './intake/receive-packages.ts';
import { manifest } from './manifest.ts';
import { routes } from './routes/index.ts';
import { importAgain } from './restoring/import-again.ts';
import { openStores } from './stores/open-stores.ts';
import { importerEvents } from './telemetry.ts';
import { createWorking } from './working/create-working.ts';

/** The importer: OpenImmo packages become properties, contacts and listings. */
export const importer =
  (config: ImporterConfig): Wiring =>
  async (service) => {
    const base = await backbone(service, config, { manifest, openStores });
    const { bus, clock, newId, stores, auditor } = base;
    auditAccounts(listUnknownAccounts, base);
    auditor.add(referencesElsewhere({ bus, audited: stores.docs }));
    const events = importerEvents(service);
    const origin = { clock, newId };
    const { workers, wake, packageFiles, readers } = createWorking(config, service, {
      ...origin,
      bus,
      stores,
      events,
    });
    await service.use(readers);
    await service.use(packageFiles);
    const makeDue: Deps['makeDue'] = async ({ id, queueId, accountId }) => {
      await stores.queue.makeDue({ queueId, accountId }, clock());
      wake(queueId);
      bus.wake(WorkOnImport, { importId: id });
    };
    const budget = new PackageBudget({
      packages: stores.packages,
      kept: stores.keptPackages,
      accountBytes: Math.max(config.IMPORT_ACCOUNT_BYTES, config.IMPORT_MAX_BYTES),
    });
    const intake = {
      ...{ ...origin, ...stores, makeDue, budget, maxBytes: config.IMPORT_MAX_BYTES },
      onReceived: events.packageReceived,
    };
    service.onInternal(PACKAGES_PATH, receivePackages(intake), ['PUT']);
    const deps: Deps = {
      ...{ ...stores, intake, makeDue, bus, clock, newId },
      shownAddress: ftpAddress(config),
      ftpAddress: offeredFtpAddress(config),
    };
    const { log, metrics } = service;
    await base.serve({
      answers: routes(deps),
      handlers: handlers(wake, deps),
      restored: { first: (restore) => importAgain({ ...stores, clock, log }, restore) },
      workers,
    });
    const accept: AcceptPackage = async (arrived, path) => {
      await acceptPackage(intake, { ...arrived, requestId: newId() }, path);
    };
    await service.use(startImportFtp(config, { clock, stores, accept, budget, log, metrics }));
  };
