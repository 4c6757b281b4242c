import { ReadMail } from '@estate/contracts';
import { backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { domainsOf } from './config.ts';
import type { InboxConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { inboxEvents } from './telemetry.ts';
import { handlers } from './handlers/index.ts';
import { intake } from './intake/intake.ts';
import { manifest } from './manifest.ts';
import { createProcessing } from './processing/create-processing.ts';
import { RecipientLookup } from './processing/recipient-lookup.ts';
import { routes } from './routes/index.ts';
import { startSources } from './sources/start-sources.ts';
import { openStores } from './stores/open-stores.ts';

const DAY_MS = 24 * 3_600_000;

/** The inbox: emails of platforms become contact requests. */
export const inbox =
  (config: InboxConfig): Wiring =>
  async (service) => {
    const { log } = service;
    const { bus, clock, newId, stores, auditor, serve } = await backbone(service, config, {
      manifest,
      openStores,
    });
    const origin = { clock, newId };
    const mailboxNames = config.IMAP_MAILBOXES.map((mailbox) => mailbox.name);
    const events = inboxEvents(service, mailboxNames);
    const recipients = new RecipientLookup(bus, domainsOf(config));
    const parts = { origin, stores, recipients, events };
    const { workers, wake, waiting } = createProcessing(config, service, parts);
    const wakeAll = (mailId: string) => {
      wake();
      bus.wake(ReadMail, { mailId });
    };
    const deps: Deps = { ...origin, ...stores, wake: wakeAll, auditor };
    await serve({ answers: routes(deps), handlers: handlers(wake), workers });
    const keptMs = config.MAIL_KEPT_DAYS * DAY_MS;
    const take = intake({ ...origin, ...stores, events, waiting, wake, keptMs });
    await service.use(startSources({ config, log, intake: take, recipients, events, stores, ...origin }));
  };
