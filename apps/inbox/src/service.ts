import { ReadMail } from '@estate/contracts';
import { connectBus, consume, serveAnswers } from '@estate/messaging';
import { Auditor, connectMongo, newId, toServiceError } from '@estate/persistence';
import type { Service, Wiring } from '@estate/runtime';
import { domainsOf } from './config.ts';
import type { InboxConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { inboxEvents } from './events.ts';
import { handlers } from './handlers/index.ts';
import { intake } from './intake/intake.ts';
import { RecipientLookup } from './processing/recipient-lookup.ts';
import { startProcessing } from './processing/start-processing.ts';
import { routes } from './routes/index.ts';
import { startSources } from './sources/start-sources.ts';
import { openStores } from './stores/open-stores.ts';

/** The inbox: portal mail becomes contact requests. */
export const inbox =
  (config: InboxConfig): Wiring =>
  async (service) => {
    const { log, metrics, name } = service;
    const { database, bus } = await connect(config, service);
    const origin = { clock: () => new Date(), newId };
    const stores = await service.use(openStores({ database, bus, log, metrics }));
    const mailboxNames = config.IMAP_MAILBOXES.map((mailbox) => mailbox.name);
    const events = inboxEvents(service, mailboxNames);
    const recipients = new RecipientLookup(bus, domainsOf(config));
    const processing = await service.use(
      startProcessing(config, service, { origin, stores, recipients, events }),
    );
    const wake = (mailId: string) => {
      processing.wake();
      bus.wake(ReadMail, { mailId });
    };
    const { requests, mails, promises } = stores;
    const auditing = { ...origin, promises, metrics, log, everyMs: config.AUDIT_EVERY_MS };
    const auditor = await service.use(new Auditor(auditing));
    auditor.start();
    const deps: Deps = { ...origin, requests, mails, wake, auditor };
    const host = { name, log, metrics, translate: toServiceError };
    await service.use(
      consume(
        bus,
        host,
        handlers(() => processing.wake()),
      ),
    );
    await service.use(serveAnswers(bus, host, routes(deps)));
    const keptMs = config.MAIL_KEPT_DAYS * 24 * 3_600_000;
    const { room } = processing;
    const take = intake({ ...origin, ...stores, events, room, wake: () => processing.wake(), keptMs });
    await service.use(startSources({ config, log, intake: take, recipients, events, stores, ...origin }));
  };

async function connect(config: InboxConfig, service: Service) {
  const { log, metrics, signal, name } = service;
  const { MONGODB_URI: uri, MONGODB_DATABASE, NATS_URL: url, NATS_STREAM_REPLICAS: streamReplicas } = config;
  const database = await service.use(connectMongo({ uri, database: MONGODB_DATABASE, log, signal }));
  const bus = await service.use(connectBus({ url, streamReplicas, service: name, log, metrics, signal }));
  service.check({ name: 'store', ready: () => database.ready() });
  service.check({ name: 'broker', ready: () => bus.ready() });
  return { database, bus };
}
