import { backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import type { NotifierConfig } from './config.ts';
import { createWorkers } from './deliveries/create-workers.ts';
import { FanOut } from './deliveries/fan-out.ts';
import { goOn } from './deliveries/steps.ts';
import type { OnStep } from './deliveries/steps.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers/index.ts';
import { manifest } from './manifest.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/open-stores.ts';

/** Notifies customers about their account; `step` lets a test end the process between two effects. */
export const notifier =
  (config: NotifierConfig, step: OnStep = goOn): Wiring =>
  async (service) => {
    const { log } = service;
    const base = await backbone(service, config, { manifest, openStores });
    const { bus, clock, newId, stores, vault, auditor } = base;
    const workers = await createWorkers(config, service, { clock, newId, stores, vault, step });
    const { dispatcher, resender, keeper } = workers;
    const fanOut = new FanOut({ ...stores, clock, newId, log, bus, dispatcher, step });
    const deps: Deps = { ...stores, ...workers, clock, newId, bus, vault, fanOut, auditor };
    await base.serve({
      answers: routes(deps),
      handlers: handlers(deps),
      workers: [keeper, dispatcher, resender],
    });
  };
