import { guardedAgent } from '@estate/egress';
import { newId } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import { AttachmentCache } from '../attachments/attachment-cache.ts';
import type { MarketplaceFlow } from '../authorizations/flow.ts';
import { requestAddressOf } from '../config.ts';
import type { DistributionConfig } from '../config.ts';
import type { Stores } from '../stores/open-stores.ts';
import { withdrawAuthorization } from '../targets/withdraw-authorization.ts';
import { marketplace } from './marketplace/index.ts';
import { freshness } from './marketplace/oauth/authorization-header.ts';
import { marketplaceFlow } from './marketplace/oauth/flow.ts';
import { loadMarketplaces } from './marketplace/profile.ts';
import { PublishLeases } from './marketplace/publish-leases.ts';
import { RateGate } from './marketplace/rate-gate.ts';
import type { MarketplaceTools } from './marketplace/tools.ts';
import type { openimmoFtp } from './openimmo-ftp/index.ts';
import type { AnyPlatform, PlatformTools } from './platform.ts';
import { loadProfiles } from './profiles.ts';

interface Installation {
  config: DistributionConfig;
  /** Names this process in leases. */
  owner: string;
  stores: Pick<Stores, 'consumers' | 'targets'>;
  makePlatform: typeof openimmoFtp;
  clock: () => Date;
}

/** How this software names itself in the packages that it sends to portals. */
const SOFTWARE = { name: 'Real Estate Distribution Service', version: '1.0.0' };

/** Every platform with a profile by the type of its targets, and the flows to the end users of marketplaces. */
export async function installPlatforms(installation: Installation, service: Service) {
  const { config, makePlatform } = installation;
  const extra = config.EXTRA_PROFILES_DIRECTORY;
  const profiles = await loadProfiles(config.PROFILES_DIRECTORY, ...(extra === undefined ? [] : [extra]));
  const marketplaces = await loadMarketplaces(config.MARKETPLACES_DIRECTORY, {
    'marketplace-24': { apiUrl: config.MARKETPLACE_URL, pageUrl: config.MARKETPLACE_PAGE_URL },
    'marketplace-24-sandbox': {
      apiUrl: config.MARKETPLACE_SANDBOX_URL,
      pageUrl: config.MARKETPLACE_SANDBOX_PAGE_URL,
    },
  });
  const tools = await platformTools(installation, service);
  const marketTools = await marketplaceTools(tools, installation, service);
  const platforms = new Map<string, AnyPlatform>();
  for (const [type, profile] of profiles) platforms.set(type, makePlatform(profile, tools));
  const flows = new Map<string, MarketplaceFlow>();
  for (const [type, profile] of marketplaces) {
    platforms.set(type, marketplace(profile, marketTools));
    flows.set(type, marketplaceFlow(profile, marketTools));
  }
  return { profiles, platforms, flows, egress: tools.egress, requestAddress: tools.requestAddress };
}

async function platformTools({ config, clock }: Installation, service: Service): Promise<PlatformTools> {
  const cache = await service.use(
    new AttachmentCache({
      directory: config.ATTACHMENT_CACHE_DIRECTORY,
      maxBytes: config.ATTACHMENT_CACHE_BYTES,
      catalogUrl: config.CATALOG_INTERNAL_URL,
      storeOrigins: config.BYTE_STORE_ORIGINS,
      clock,
    }),
  );
  await cache.prepare();
  return {
    egress: { allowHttp: config.EGRESS_ALLOW_HTTP, allowedNetworks: config.EGRESS_ALLOWED_NETWORKS },
    attachment: (sha256) => cache.path(sha256),
    requestAddress: requestAddressOf(config),
    software: SOFTWARE,
  };
}

async function marketplaceTools(
  { attachment, egress, requestAddress }: PlatformTools,
  { owner, clock, stores: { consumers, targets } }: Installation,
  service: Service,
): Promise<MarketplaceTools> {
  return {
    agent: await service.use(guardedAgent(egress)),
    fresh: freshness(clock),
    gate: new RateGate(clock),
    publishLeases: new PublishLeases(consumers, { owner, clock, log: service.log }),
    attachment,
    requestAddress,
    consumer: (accountId, type) => consumers.find(accountId, type),
    revoked: (targetId, grantId, why) =>
      withdrawAuthorization({ targetId, grantId, why }, { clock, newId, targets }),
    alarm: (details) => service.log.error(details, 'marketplace.body-refused'),
  };
}
