import type { BusManifest } from '@estate/contracts';
import { connectBus } from '@estate/messaging';
import type { Bus } from '@estate/messaging';
import type { Logger, Metrics } from '@estate/observability';
import { Auditor, KeyCheckStore, connectMongo, newId } from '@estate/persistence';
import type { Invariant, Database, OutboxRelay, SealedCollection } from '@estate/persistence';
import { createVault, parseVaultKeys, requireKnownKeys } from '@estate/vault';
import type { Vault } from '@estate/vault';
import { serve } from './serve.ts';
import type { ServiceParts } from './serve.ts';
import type { Service } from './service.ts';

interface Secret {
  reveal(): string;
}

/** The settings of `mongoEnv`, `natsEnv`, `auditEnv` and, in a service that seals secrets, `vaultEnv`. */
export interface BackboneConfig {
  MONGODB_URI: string;
  MONGODB_DATABASE: string;
  NATS_URL: string;
  NATS_STREAM_REPLICAS: number;
  AUDIT_EVERY_MS: number;
  VAULT_KEYS?: Secret;
}

type VaultOf<C> = C extends { VAULT_KEYS: Secret } ? Vault : undefined;

/** What stores are opened with. */
export interface StoreContext {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  log: Logger;
  metrics: Metrics;
}

/** What every service says of its stores. */
export interface ServiceStores {
  /** Sends what documents carry in their outbox; only of a service that publishes. */
  relay?: OutboxRelay;
  /** Where secrets are stored; the keys of the vault are checked against them. */
  sealed: readonly SealedCollection[];
  /** What must hold for every stored document. */
  invariants: readonly Invariant[];
}

/** Prepares the indexes and constructs the stores; starts nothing. */
export type OpenStores<C, S extends ServiceStores> = (
  context: StoreContext & { vault: VaultOf<C> },
  config: C,
) => Promise<S>;

/** What makes one service different: what it declares, and how its stores are opened. */
export interface Makings<C, S extends ServiceStores, M extends BusManifest> {
  manifest: M;
  openStores: OpenStores<C, S>;
}

/** What every service works with. */
export interface Backbone<C, S, M extends BusManifest> {
  database: Database;
  bus: Bus<M>;
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
  const vault = (keys && createVault(keys)) as VaultOf<C>;
  const stores = await openStores({ database, bus, log, metrics, vault }, config);
  if (keys) await requireKnownKeys(keys, new KeyCheckStore(database.db, stores.sealed));
  const clock = () => new Date();
  const { relay, invariants } = stores;
  if (relay) await service.use(relay);
  const auditing = { invariants, metrics, log, clock, everyMs: config.AUDIT_EVERY_MS };
  const auditor = await service.use(new Auditor(auditing));
  const own = relay ? [relay, auditor] : [auditor];
  return {
    ...{ database, bus, clock, newId, vault, stores, auditor },
    serve: (parts) => serve(service, bus, { ...parts, own }),
  };
}

async function connect<M extends BusManifest>(
  service: Service,
  config: BackboneConfig,
  manifest: M,
): Promise<{ database: Database; bus: Bus<M> }> {
  const { log, metrics, signal } = service;
  const database = await service.use(
    connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log, signal }),
  );
  const bus = await service.use(
    connectBus({
      url: config.NATS_URL,
      streamReplicas: config.NATS_STREAM_REPLICAS,
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
