import type { Service } from '@estate/runtime';
import { AttachmentCache } from '../attachments/attachment-cache.ts';
import { egressPolicy, profileDirectories } from '../config.ts';
import type { DistributionConfig } from '../config.ts';
import { SOFTWARE } from '../software.ts';
import type { Stores } from '../stores/open-stores.ts';
import { installMarketplaces } from './marketplace/install.ts';
import type { openimmoFtp } from './openimmo-ftp/index.ts';
import type { AnyPlatform, PlatformTools } from './platform.ts';
import { loadProfiles } from './profiles.ts';

interface Installation {
  config: DistributionConfig;
  /** Names this process in leases. */
  owner: string;
  stores: Pick<Stores, 'consumers' | 'targets'>;
  makePlatform: typeof openimmoFtp;
}

const clock = () => new Date();

/** Every platform with a profile, by the type of its targets. */
export async function installPlatforms(
  { config, owner, stores, makePlatform }: Installation,
  service: Service,
) {
  const profiles = await loadProfiles(...profileDirectories(config));
  const around = await surroundings(config, service);
  const { consumers, targets } = stores;
  const markets = await installMarketplaces({ config, owner, consumers, targets, around }, service);
  const portals = [...profiles].map(([type, profile]) => [type, makePlatform(profile, around)] as const);
  const platforms = new Map<string, AnyPlatform>([...portals, ...markets.platforms]);
  return { profiles, platforms, flows: markets.flows, egress: around.egress };
}

/** What every platform is given. */
async function surroundings(config: DistributionConfig, service: Service): Promise<PlatformTools> {
  const cache = await service.use(
    new AttachmentCache({
      directory: config.ATTACHMENT_CACHE_DIRECTORY,
      maxBytes: config.ATTACHMENT_CACHE_BYTES,
      catalogUrl: config.CATALOG_INTERNAL_URL,
      clock,
    }),
  );
  await cache.prepare();
  return {
    egress: egressPolicy(config),
    attachment: (sha256) => cache.path(sha256),
    requestAddress: (emailId) => `${emailId}@${config.INBOX_DOMAIN}`,
    software: SOFTWARE,
  };
}
