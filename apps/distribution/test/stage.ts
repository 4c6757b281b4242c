import {
  checkProperty,
  compareRevisions,
  getPropertySnapshot,
  listSourcesNamingTarget,
  listWebhooksNamingTarget,
} from '@estate/contracts';
import type { Operation } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { memoryBus, serveAnswers } from '@estate/messaging';
import type { Preconditions } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { AttemptCounter, Auditor, connectMongo, newId, randomId } from '@estate/persistence';
import { ownerAnswers } from '@estate/runtime';
import { freshDatabase } from '@estate/testing';
import { createVault, parseVaultKeys } from '@estate/vault';
import type { z } from 'zod';
import { manifest } from '../src/manifest.ts';
import type { Deps } from '../src/deps.ts';
import { pendingListing, summaryOf } from '../src/domain/listing.ts';
import { newTarget } from '../src/domain/target.ts';
import { laneMetrics } from '../src/lanes/lane-metrics.ts';
import { LaneScheduler } from '../src/lanes/lane-scheduler.ts';
import type { LaneDeps } from '../src/lanes/lane-deps.ts';
import { lookUpRunner } from '../src/look-ups/look-up-worker.ts';
import type { AnyPlatform } from '../src/platforms/platform.ts';
import { feedPlatform } from '../src/platforms/feed/index.ts';
import { PlatformProfile } from '../src/platforms/profiles.ts';
import { folderReader } from '../src/report-folders/report-folder-worker.ts';
import { routes } from '../src/routes/index.ts';
import { openStores } from '../src/stores/open-stores.ts';
import { FakeCatalog } from './fake-catalog.ts';
import { FakePortal } from './fake-portal.ts';
import { FakeRedirectFlow } from './fake-redirect-flow.ts';

const log = createLogger({ service: 'distribution', level: 'silent' });

export const PROFILE = PlatformProfile.parse({
  type: 'portal',
  name: 'Portal',
  requiredCredentials: ['host', 'username', 'password'],
  tls: 'optional',
  passive: true,
  defaultPath: '',
  fileName: '{listingId}_{sequence}.zip',
  images: { types: ['image/jpeg'] },
  formatNames: 'extension',
  links: true,
  pageDomains: ['portal.example'],
  requests: { collect: true, via: 'replace-contact' },
  charset: 'UTF-8',
  source: 'a test',
});

const noBytes = () => Promise.reject(new Error('distribution keeps no bytes'));
const neverAborted = new AbortController().signal;

/** The service's inner parts on a real store, with a catalog and a portal that tests steer, and a clock they move. */
export async function openStage(uri: string, { database = freshDatabase() } = {}) {
  const mongo = await connectMongo({ uri, database, log });
  const metrics = createMetrics('distribution');
  const bus = memoryBus(manifest);
  const vault = createVault(parseVaultKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`));
  const pauses = { PROPERTY_RECHECK_MS: 5000, PUBLISH_RETRY_DELAYS_MS: [60_000, 3_600_000] };
  const stores = await openStores({ database: mongo, bytes: noBytes, bus, log, metrics, vault }, pauses);
  const { targets, listings, relay } = stores;
  const { due, progress } = listings;
  const { lanes: laneControls, leases, logins } = targets;
  const catalog = new FakeCatalog();
  const portal = new FakePortal();
  const time = { now: new Date('2026-11-01T08:00:00.000Z') };
  const clock = () => time.now;
  const market = new FakeRedirectFlow();
  const requestAddress = (emailId: string) => `${emailId}@requests.example.org`;
  const publicUrl = 'https://api.example.org';
  const software = { name: 'estate', version: '1.0' };
  const feed = feedPlatform({
    ...{ clock, feeds: stores.feeds, publicUrl, requestAddress, software, vault },
    feedNotPacked: () => undefined,
  });
  const platforms = new Map<string, AnyPlatform>([
    ['portal', portal.platform],
    [market.type, portal.platform],
    ['feed', feed],
  ]);
  const counted = laneMetrics(metrics);
  const laneDeps: LaneDeps = {
    clock,
    newId,
    log,
    metrics: counted,
    bus,
    targets,
    leases,
    logins,
    lanes: laneControls,
    due,
    progress,
    platforms,
    vault,
    publishingSettings: stores.publishingSettings,
    timeline: stores.timeline,
    counter: new AttemptCounter(stores.attemptDays),
    schedule: { delaysMs: [1000, 2000], random: () => 0.5 },
    options: {
      owner: 'a',
      leaseMs: 30_000,
      runListings: 50,
      runMs: 30_000,
      recheckMs: 300_000,
      folderDelayMs: 60_000,
    },
  };
  bus.answer(checkProperty, async ({ propertyId }) => {
    const snapshot = catalog.deleting.has(propertyId) ? undefined : catalog.properties.get(propertyId);
    return { exists: snapshot !== undefined, ...(snapshot && { summary: summaryOf(snapshot) }) };
  });
  /** What other services say of a target that is to be deleted. */
  const naming = {
    sources: (_targetId: string): string[] => [],
    webhooks: (_targetId: string): string[] => [],
  };
  const named = (names: string[]) =>
    Promise.resolve({ count: names.length, data: names.map((name) => ({ id: newId(), name })) });
  bus.answer(listSourcesNamingTarget, ({ targetId }) => named(naming.sources(targetId)));
  bus.answer(listWebhooksNamingTarget, ({ targetId }) => named(naming.webhooks(targetId)));
  bus.answer(compareRevisions, async ({ properties }) => {
    const present = properties.flatMap(({ propertyId, revision }) => {
      const snapshot = catalog.properties.get(propertyId);
      return snapshot && snapshot.processingStatus !== 'pending' && snapshot.revision !== revision
        ? [{ propertyId, revision: snapshot.revision, summary: summaryOf(snapshot) }]
        : [];
    });
    return { data: present };
  });
  bus.answer(getPropertySnapshot, async ({ propertyId }) => {
    const snapshot = catalog.properties.get(propertyId);
    if (!snapshot) throw new NotFound('There is no such property.', { code: 'property-not-found' });
    return snapshot;
  });
  const deps: Deps = {
    clock,
    newId,
    newEmailId: randomId,
    requestAddress,
    log,
    bus,
    ...stores,
    profiles: new Map([['portal', PROFILE]]),
    platforms,
    flows: new Map([[market.type, market.flow]]),
    described: [market.described],
    publicUrl,
    vault,
    egress: { allowHttp: false, allowedNetworks: [] },
    owner: 'a',
    wakeLane: () => undefined,
    signal: neverAborted,
  };
  const auditor = new Auditor({ invariants: stores.invariants, metrics, log, clock, everyMs: 60_000 });
  const asOwner = ownerAnswers({
    ...{ bus, clock, manifest, stores, auditor, vault },
    retelling: { order: () => Promise.resolve(0) },
    restores: { order: () => Promise.resolve(), list: () => Promise.resolve([]) },
  });
  await serveAnswers(bus, { name: 'distribution', log, metrics }, [...routes(deps), ...asOwner]);
  const accountId = newId();
  const lanes = (changes: Partial<LaneDeps> = {}, perAccount = 1) =>
    new LaneScheduler(
      { ...laneDeps, ...changes },
      { concurrency: perAccount, perAccount, sweepEveryMs: 1000 },
    );

  return {
    accountId,
    auditor,
    bus,
    catalog,
    deps,
    due,
    laneDeps,
    laneMetrics: counted,
    laneControls,
    lanes,
    leases,
    listings,
    market,
    metrics,
    mongo,
    naming,
    portal,
    progress,
    stores,
    revisions: stores.revisions,
    usageTally: stores.usageTally,
    statisticsTally: stores.statisticsTally,
    targets,
    time,
    usage: stores.usage,
    log,
    db: mongo.db,
    stored: stores.docs.listings,
    pass: (ms: number) => {
      time.now = new Date(time.now.getTime() + ms);
    },
    ask: <O extends Operation>(operation: O, input: z.input<O['input']>, terms: Preconditions = {}) =>
      bus.others.ask(operation, input, { accountId, requestId: 'r-test' }, terms),
    /** A target with a login of its own, or with one that an earlier version allowed it to share. */
    async addTarget(login: { username?: string; login?: string } = {}): Promise<string> {
      const id = newId();
      const sealedPassword = vault.seal('secret', id);
      const { username = `agent-${id}`, login: shared } = login;
      const credentials = { host: 'ftp.example.org', username };
      const given = { accountId, type: 'portal', credentials, sealedPassword, autoCollectRequests: false };
      const emailIds = { emailId: newId(), reportEmailId: newId() };
      const { ownsLogin: _owns, ...target } = newTarget({ id, ...given, ...emailIds, at: clock() });
      await targets.insert({ ...target, ...(shared !== undefined && { login: shared }) });
      return id;
    },
    addProperty(): string {
      const id = newId();
      catalog.add(id);
      return id;
    },
    /** A listing of a customer of its own, due now. */
    async addListingOfAnother(): Promise<string> {
      const id = newId();
      const other = { accountId: newId(), targetId: await this.addTarget(), propertyId: this.addProperty() };
      const pending = pendingListing({ id, ...other, requestId: 'r-test', at: clock() });
      await listings.insert(pending);
      await listings.confirm(id, clock());
      return id;
    },
    /** Reads report folders until none is due at this time. */
    async readFolders(): Promise<void> {
      const read = folderReader({ ...laneDeps, ...stores, requestAddress, wakeLane: () => undefined });
      while (await read(neverAborted));
    },
    /** Looks at what the platform shows, until no portion is due at this time. */
    async lookUp(owner = 'a'): Promise<void> {
      const lookUpLimits = { everyMs: 86_400_000, perHour: 600 };
      const options = { ...laneDeps.options, owner };
      const look = lookUpRunner({
        ...{ ...stores, ...laneDeps, lookUpLimits, options },
        wakeLane: () => undefined,
      });
      while (await look(neverAborted));
    },
    /** Runs lanes until nothing is due at this time. */
    async work(changes: Partial<LaneDeps> = {}): Promise<void> {
      const all = lanes(changes);
      while (await all.runNext(neverAborted));
    },
    /** The publication events so far, in the order they happened, as `name type listing`. */
    async publicationEvents(): Promise<string[]> {
      await relay.close();
      const events = bus.published.filter(({ subject }) => subject.startsWith('event.publication.'));
      return events.map(({ data, subject }) => {
        const { failureCode, listingId, type } = data as {
          failureCode?: string;
          listingId: string;
          type: string;
        };
        return [subject.replace('event.publication.', ''), type, listingId, failureCode]
          .filter(Boolean)
          .join(' ');
      });
    },
    /** The payloads of the events of one name so far, in the order they happened. */
    async eventsOf(subject: string): Promise<Record<string, unknown>[]> {
      await relay.close();
      const events = bus.published.filter((one) => one.subject === subject);
      return events.map(({ data }) => data as Record<string, unknown>);
    },
    async close(): Promise<void> {
      await relay.close();
      await bus.close();
      await mongo.close();
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
