import { guardedAgent } from '@estate/egress';
import type { Service } from '@estate/runtime';
import type { MarketplaceFlow } from '../../authorizations/flow.ts';
import { marketplaceAddresses } from '../../config.ts';
import type { DistributionConfig } from '../../config.ts';
import type { ConsumerCredentialStore } from '../../stores/consumer-credential-store.ts';
import type { TargetStore } from '../../stores/targets/target-store.ts';
import type { AuthorizedAccount, Platform, PlatformTools } from '../platform.ts';
import { marketplace } from './index.ts';
import { freshness } from './oauth/authorization-header.ts';
import { marketplaceFlow } from './oauth/flow.ts';
import { loadMarketplaces } from './profile.ts';
import { PublishLeases } from './publish-leases.ts';
import { RateGate } from './rate-gate.ts';
import type { MarketplaceTools } from './tools.ts';

interface Installation {
  config: DistributionConfig;
  /** Names this process in leases. */
  owner: string;
  consumers: ConsumerCredentialStore;
  targets: Pick<TargetStore, 'revoke'>;
  around: Pick<PlatformTools, 'attachment' | 'egress' | 'requestAddress'>;
}

const clock = () => new Date();

/** Every marketplace with a profile: its platform, and the flow that leads to its end users. */
export async function installMarketplaces(
  { config, owner, consumers, targets, around }: Installation,
  service: Service,
) {
  const profiles = await loadMarketplaces(config.MARKETPLACES_DIRECTORY, marketplaceAddresses(config));
  const agent = await service.use(guardedAgent(around.egress));
  const fresh = freshness(clock);
  const tools: MarketplaceTools = {
    agent,
    fresh,
    gate: new RateGate(clock),
    publishLeases: new PublishLeases(consumers, { owner, clock, log: service.log }),
    attachment: around.attachment,
    requestAddress: around.requestAddress,
    consumer: (accountId, type) => consumers.find(accountId, type),
    revoked: (targetId, grantId) => targets.revoke(targetId, grantId, clock()),
    alarm: (details) => {
      service.log.error(details, 'marketplace.body-refused');
    },
  };
  const platforms = new Map<string, Platform<AuthorizedAccount>>();
  const flows = new Map<string, MarketplaceFlow>();
  for (const [type, profile] of profiles) {
    platforms.set(type, marketplace(profile, tools));
    flows.set(type, marketplaceFlow(profile, { agent, fresh }));
  }
  return { platforms, flows };
}
