import { ReadMail, listUnknownAccounts } from '@estate/contracts';
import { Worker, usageWorker } from '@estate/persistence';
import { auditAccounts, backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { requestsElsewhere } from './audit/references.ts';
import { createErasing } from './erasing/create-erasing.ts';
import { domainsOf } from './config.ts';
import type { InboxConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { inboxEvents } from './telemetry.ts';
import { handlers } from './handlers/index.ts';
import { intake } from './intake/intake.ts';
import { manifest } from './manifest.ts';
import { createProcessing } from './processing/create-processing.ts';
import { InquiryNotes } from './processing/inquiry-notes.ts';
import { RecipientLookup } from './processing/recipient-lookup.ts';
import { routes } from './routes/index.ts';
import { startSources } from './sources/start-sources.ts';
import { openStores } from './stores/open-stores.ts';

const DAY_MS = 24 * 3_600_000;
/** How often the inbox looks for requests that an inbox without a search for them has stored since. */
const FILL_SWEEP_EVERY_MS = 600_000;

/** The inbox: emails of platforms become contact requests. */
export const inbox =
  (config: InboxConfig): Wiring =>
  async (service) => {
    const { log } = service;
    const base = await backbone(service, config, { manifest, openStores });
    const { bus, clock, newId, stores, auditor } = base;
    auditAccounts(listUnknownAccounts, base);
    auditor.add(requestsElsewhere({ bus, docs: stores.docs.requests }));
    const origin = { clock, newId };
    const mailboxNames = config.IMAP_MAILBOXES.map((mailbox) => mailbox.name);
    const events = inboxEvents(service, mailboxNames);
    const recipients = new RecipientLookup(bus, domainsOf(config));
    const parts = { origin, stores, recipients, inquiries: new InquiryNotes(bus, log), events };
    const { workers, wake, waiting } = createProcessing(config, service, parts);
    const wakeAll = (mailId: string) => {
      wake();
      bus.wake(ReadMail, { mailId });
    };
    const kept = { keptMs: config.MAIL_KEPT_DAYS * DAY_MS };
    const take = intake({ ...origin, ...stores, ...kept, events, waiting, wake });
    const erasing = createErasing(config, service, { origin, stores, bus });
    const deps: Deps = {
      ...origin,
      ...stores,
      wake: wakeAll,
      intake: take,
      erasing,
      defaultDays: config.REQUEST_RETENTION_DAYS,
    };
    const terms = new Worker({
      name: 'search-terms',
      run: () => stores.missingTerms.fillNext(clock()),
      sweepEveryMs: FILL_SWEEP_EVERY_MS,
      log,
    });
    const usage = usageWorker(stores.usageTally, { clock, log });
    const statistics = usageWorker(stores.statisticsTally, { clock, log, name: 'statistics' });
    await base.serve({
      answers: routes(deps),
      handlers: handlers(wake),
      restored: { then: ({ lostSince }) => stores.mailboxes.rereadSince(mailboxNames, lostSince) },
      workers: [...workers, terms, usage, statistics, ...erasing.workers],
    });
    await service.use(startSources({ config, log, intake: take, recipients, events, stores, ...origin }));
  };
