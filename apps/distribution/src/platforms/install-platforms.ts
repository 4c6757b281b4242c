import { ANY_PORTAL, PLATFORMS } from '@estate/contracts';
import type { PlatformAccess, TargetType } from '@estate/contracts';
import { guardedAgent } from '@estate/egress';
import { newId } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import type { Vault } from '@estate/vault';
import { CatalogAttachments } from '../attachments/catalog-attachments.ts';
import type { RedirectFlow } from '../authorizations/flow.ts';
import { addressesOf, requestAddressOf } from '../config.ts';
import type { DistributionConfig } from '../config.ts';
import { METRICS } from '../metrics.ts';
import type { Stores } from '../stores/open-stores.ts';
import { withdrawAuthorization } from '../targets/withdraw-authorization.ts';
import { anyPortal, profileFrom } from './any-portal.ts';
import type { Adapter, InstalledPlatform, RestTools } from './adapter.ts';
import type { openimmoFtp } from './openimmo-ftp/index.ts';
import type { AnyPlatform, PlatformTools } from './platform.ts';
import { loadProfiles } from './profiles.ts';

interface Installation {
  config: DistributionConfig;
  /** The name of this process in leases. */
  owner: string;
  stores: Pick<Stores, 'consumers' | 'feeds' | 'targets'>;
  vault: Pick<Vault, 'open'>;
  makePlatform: typeof openimmoFtp;
  clock: () => Date;
}

/** The name of this software in packages for portals. */
export const SOFTWARE = { name: 'Real Estate Distribution Service', version: '1.0.0' };

/** Every platform by the type of its targets: one for each profile file, and one for each row of the registry. */
export async function installPlatforms(installation: Installation, service: Service) {
  const { config, makePlatform } = installation;
  const extra = config.EXTRA_PROFILES_DIRECTORY;
  const profiles = await loadProfiles(config.PROFILES_DIRECTORY, ...(extra === undefined ? [] : [extra]));
  const tools = platformTools(installation, service);
  const restTools = await restToolsOf(tools, installation, service);
  const platforms = new Map<string, AnyPlatform>();
  for (const [type, profile] of profiles) platforms.set(type, makePlatform(profile, tools));
  profiles.set(ANY_PORTAL, profileFrom());
  platforms.set(ANY_PORTAL, anyPortal(makePlatform, tools));
  const flows = new Map<string, RedirectFlow>();
  const described: TargetType[] = [];
  for (const row of PLATFORMS) {
    const { adapter } = (await import(`./${row.adapter}/adapter.ts`)) as { adapter: Adapter };
    const place = { type: row.type, profiles: config.MARKETPLACES_DIRECTORY, ...addressesOf(row, config) };
    const installed = await adapter(place, restTools);
    platforms.set(row.type, installed.platform);
    if (installed.flow) flows.set(row.type, installed.flow);
    described.push(describe(row, installed));
  }
  const { attachment, egress, requestAddress } = tools;
  return { profiles, platforms, flows, described, attachment, egress, requestAddress };
}

/** The fields that a customer has to enter, by the kind of access. */
const REQUIRED: Record<PlatformAccess, readonly string[]> = {
  'redirect-flow': ['redirectUrl'],
  'api-key': ['apiKey'],
  none: [],
};

const describe = (
  { type, access }: { type: string; access: PlatformAccess },
  { name, limits, collectsRequests }: InstalledPlatform,
): TargetType => ({
  type,
  name,
  requiredCredentials: [...REQUIRED[access]],
  ...(access === 'redirect-flow' && { authorizationFlow: true }),
  supportsRequestCollection: collectsRequests,
  ...limits,
});

function platformTools({ config }: Installation, { log }: Service): PlatformTools {
  const attachments = new CatalogAttachments({
    catalogUrl: config.CATALOG_INTERNAL_URL,
    storeOrigins: config.BYTE_STORE_ORIGINS,
    directory: config.CATALOG_BYTES_DIRECTORY,
    log,
  });
  return {
    egress: { allowHttp: config.EGRESS_ALLOW_HTTP, allowedNetworks: config.EGRESS_ALLOWED_NETWORKS },
    attachment: (sha256) => attachments.open(sha256),
    workDirectory: config.WORK_DIRECTORY,
    requestAddress: requestAddressOf(config),
    software: SOFTWARE,
  };
}

function feedNotPacked({ log, metrics }: Pick<Service, 'log' | 'metrics'>): RestTools['feedNotPacked'] {
  const failures = metrics.counter(METRICS.feed_packing_failures_total);
  failures.inc(0);
  return (targetId, err) => {
    failures.inc();
    log.warn({ err, targetId }, 'feed.not-packed');
  };
}

const restToolsOf = async (
  { attachment, egress, requestAddress, software }: PlatformTools,
  { owner, clock, config, stores: { consumers, feeds, targets }, vault }: Installation,
  service: Service,
): Promise<RestTools> => ({
  agent: await service.use(guardedAgent(egress)),
  attachment,
  requestAddress,
  clock,
  log: service.log,
  owner,
  consumers,
  feeds,
  vault,
  software,
  publicUrl: config.PUBLIC_URL,
  feedNotPacked: feedNotPacked(service),
  revoked: (targetId, grantId, why) =>
    withdrawAuthorization({ targetId, grantId, why }, { clock, newId, targets }),
});
