import { listUnknownAccounts } from '@estate/contracts';
import { usageWorker } from '@estate/persistence';
import { auditAccounts, backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import type { NotifierConfig } from './config.ts';
import { createWorkers } from './deliveries/create-workers.ts';
import { FanOut } from './deliveries/fan-out.ts';
import { goOn } from './deliveries/crash-points.ts';
import type { OnStep } from './deliveries/crash-points.ts';
import type { Deps } from './deps.ts';
import { createErasing } from './erasing/create-erasing.ts';
import { handlers } from './handlers/index.ts';
import { manifest } from './manifest.ts';
import { routes } from './routes/index.ts';
import { referencesElsewhere } from './audit/references.ts';
import { createNotices } from './notices/create-notices.ts';
import { jumpSequences } from './webhooks/jump-sequences.ts';
import { openStores } from './stores/open-stores.ts';

/** Notifies customers about their account; `step` lets a test end the process between two effects. */
export const notifier =
  (config: NotifierConfig, step: OnStep = goOn): Wiring =>
  async (service) => {
    const { log } = service;
    const base = await backbone(service, config, { manifest, openStores });
    const { bus, clock, newId, stores, vault, auditor } = base;
    auditAccounts(listUnknownAccounts, base);
    auditor.add(referencesElsewhere({ bus, docs: stores.docs }));
    const workers = await createWorkers(config, service, { clock, newId, stores, vault, step });
    const { dispatcher, resender, keeper } = workers;
    const notices = await createNotices(config, service, { clock, newId, stores });
    const fanOut = new FanOut({ ...stores, clock, newId, log, bus, dispatcher, step });
    const erasing = createErasing({ clock, bus, stores });
    const deps: Deps = {
      ...stores,
      ...workers,
      ...{ clock, newId, bus, vault, fanOut },
      noticeIntake: notices.intake,
      erasing,
    };
    await base.serve({
      answers: routes(deps),
      handlers: handlers(deps),
      restored: { first: (restore) => jumpSequences({ ...stores, clock }, restore) },
      workers: [
        keeper,
        dispatcher,
        resender,
        ...notices.workers,
        usageWorker(stores.usageTally, { clock, log }),
      ],
    });
  };
