import { openStores as openByteStores } from '@estate/byte-stores';
import type { ByteStoreConfig } from '@estate/byte-stores';
import type { BusManifest } from '@estate/contracts';
import { connectBus } from '@estate/messaging';
import type { Bus, OwnBus } from '@estate/messaging';
import type { Logger, Metrics } from '@estate/observability';
import {
  Auditor,
  connectMongo,
  forgottenInTime,
  goBy,
  haveAnyExpiry,
  KeyCheckStore,
  newId,
  sealsOpen,
} from '@estate/persistence';
import type {
  Bytes,
  Database,
  DatabaseClock,
  Invariant,
  OutboxRelay,
  PublishedMessages,
  Publisher,
} from '@estate/persistence';
import { createVault, parseVaultKeys, requireKnownKeys } from '@estate/vault';
import type { Vault } from '@estate/vault';
import { ownerAnswers } from './owner-answers.ts';
import type { OwnerStores } from './owner-answers.ts';
import { retellingOf } from './retelling-of.ts';
import { restoreWatch } from './restore-watch.ts';
import { serve } from './serve.ts';
import type { ServiceParts } from './serve.ts';
import type { Service } from './service.ts';
import { CLOCK_OFFSET_SECONDS_MAX } from '@estate/contracts';
import { METRICS } from './metrics.ts';

interface Secret {
  reveal(): string;
}

/**
 * The settings of `mongoEnv`, `natsEnv`, `auditEnv` and, in a service with secrets, `vaultEnv`; in one that stores bytes, `byteStoreEnv`.
 */
export interface BackboneConfig extends ByteStoreConfig {
  MONGODB_URI: string;
  MONGODB_DATABASE: string;
  NATS_URL: string;
  NATS_STREAM_REPLICAS: number;
  NATS_STORE_BYTES: number;
  AUDIT_EVERY_MS: number;
  VAULT_KEYS?: Secret;
}

type VaultOf<C> = C extends { VAULT_KEYS: Secret } ? Vault : undefined;

/** The resources for opening stores. */
export interface StoreContext {
  database: Database;
  /** The bytes of a bucket, in the configured store. */
  bytes(bucketName: string): Promise<Bytes>;
  bus: Publisher;
  log: Logger;
  metrics: Metrics;
}

/** The stores of a service, as the backbone needs them. */
export interface ServiceStores extends OwnerStores {
  /** The relay that sends outbox messages; only in a service that publishes. */
  relay?: OutboxRelay;
  /** The messages that the relay has sent, to publish them again. */
  publishedMessages?: PublishedMessages;
  /** The invariants of every stored document. */
  invariants: readonly Invariant[];
  /** Collections whose documents get the time of their expiry when they end. */
  endingLater?: readonly string[];
}

/** Creates the indexes and the stores; starts nothing. */
export type OpenStores<C, S extends ServiceStores> = (
  context: StoreContext & { vault: VaultOf<C> },
  config: C,
) => Promise<S>;

/** The parts that differ between services: the manifest and the stores. */
export interface Makings<C, S extends ServiceStores, M extends BusManifest> {
  manifest: M & { database?: { bytes?: string } };
  openStores: OpenStores<C, S>;
}

/** The common parts of every service. */
export interface Backbone<C, S, M extends BusManifest> {
  database: Database;
  bus: Bus<M>;
  /** The time of the database. */
  clock: () => Date;
  newId: () => string;
  vault: VaultOf<C>;
  stores: S;
  auditor: Auditor;
  /** Takes ownership of the workers and starts everything; called once, at the end of the wiring. */
  serve(parts: ServiceParts): Promise<void>;
}

/**
 * Connects a service to its database and to the broker, opens its stores, and prepares the auditor.
 * @throws WrongVaultKey
 */
export async function backbone<C extends BackboneConfig, S extends ServiceStores, M extends BusManifest>(
  service: Service,
  config: C,
  { manifest, openStores }: Makings<C, S, M>,
): Promise<Backbone<C, S, M>> {
  const { log, metrics } = service;
  const keys = config.VAULT_KEYS && parseVaultKeys(config.VAULT_KEYS.reveal());
  const { database, bus } = await connect(service, config, manifest);
  goBy(database.clock);
  showOffset(service, database.clock);
  const vault = (keys && createVault(keys)) as VaultOf<C>;
  const bytes = bytesOf(service, config, { database, declared: manifest.database?.bytes });
  const stores = await openStores({ database, bytes, bus, log, metrics, vault }, config);
  if (keys) await requireKnownKeys(keys, new KeyCheckStore(database.db, stores.sealed));
  const clock = database.clock.now;
  const { relay, publishedMessages, sealed } = stores;
  const named = new Set(stores.invariants.map(({ name }) => name));
  const invariants = [
    ...stores.invariants,
    ...forgottenInTime(database.db),
    ...haveAnyExpiry(database.db, stores.endingLater).filter(({ name }) => !named.has(name)),
    ...(vault ? sealsOpen(sealed, vault) : []),
  ];
  if (relay) await service.use(relay);
  const auditing = { invariants, metrics, log, clock, everyMs: config.AUDIT_EVERY_MS };
  const auditor = await service.use(new Auditor(auditing));
  const retelling =
    publishedMessages &&
    (await service.use(retellingOf(publishedMessages, service, { database, bus, clock, manifest })));
  const restores = await service.use(restoreWatch(service, { database, bus, clock, name: manifest.name }));
  const own = [restores, ...(relay ? [relay] : []), ...(retelling ? [retelling] : []), auditor];
  return {
    ...{ database, bus, clock, newId, vault, stores, auditor },
    serve: async ({ restored = {}, answers, ...parts }) => {
      await restores.prepare(restored, service.signal);
      const asOwner = ownerAnswers({ bus, clock, manifest, stores, auditor, restores, retelling, vault });
      await serve(service, bus, { ...parts, answers: answers && [...answers, ...asOwner], own });
    },
  };
}

const bytesOf =
  (
    service: Service,
    config: BackboneConfig,
    { database, declared }: { database: Database; declared: string | undefined },
  ): StoreContext['bytes'] =>
  async (bucketName) => {
    if (bucketName !== declared) throw new Error(`The manifest does not declare the bytes ${bucketName}.`);
    const { log, signal } = service;
    const opening = { database, bucketName, config, log, signal };
    return database.bytes(bucketName, await service.use(openByteStores(opening)));
  };

async function connect<M extends BusManifest>(
  service: Service,
  config: BackboneConfig,
  manifest: M,
): Promise<{ database: Database; bus: OwnBus<M> }> {
  const { log, metrics, signal } = service;
  const database = await service.use(
    connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log, signal }),
  );
  const bus = await service.use(
    connectBus({
      url: config.NATS_URL,
      streamReplicas: config.NATS_STREAM_REPLICAS,
      storeBytes: config.NATS_STORE_BYTES,
      clock: database.clock.now,
      manifest,
      log,
      metrics,
      signal,
    }),
  );
  service.check({ name: 'store', ready: () => database.ready() });
  service.check({ name: 'broker', ready: () => bus.ready() });
  return { database, bus };
}

/** Shows by how much the clock of this machine differs from that of the database, and warns at the start when that is too much. */
function showOffset(
  { log, metrics, detail }: Pick<Service, 'log' | 'metrics' | 'detail'>,
  clock: Pick<DatabaseClock, 'offsetMs'>,
): void {
  const seconds = () => Math.round(clock.offsetMs()) / 1000;
  metrics.measured(METRICS.clock_offset_seconds, () => [{ labels: {}, value: seconds() }]);
  detail('clockOffsetSeconds', seconds);
  const clockOffsetSeconds = seconds();
  if (Math.abs(clockOffsetSeconds) > CLOCK_OFFSET_SECONDS_MAX)
    log.warn(
      { clockOffsetSeconds },
      'the clocks of this machine and of the database differ: synchronize them (NTP)',
    );
}
