import type { Adapter } from '../adapter.ts';
import { marketplace } from './index.ts';
import { freshness } from './oauth/authorization-header.ts';
import { marketplaceFlow } from './oauth/flow.ts';
import { loadProfile } from './profile.ts';
import { PublishLeases } from './publish-leases.ts';
import { RateGate } from '../rest/rate-gate.ts';
import type { MarketplaceTools } from './marketplace-tools.ts';

type Needed = 'agent' | 'attachment' | 'clock' | 'consumers' | 'log' | 'owner' | 'requestAddress' | 'revoked';

export const adapter: Adapter<Needed> = async (place, { clock, consumers, log, owner, ...rest }) => {
  const profile = await loadProfile(place);
  const tools: MarketplaceTools = {
    ...rest,
    fresh: freshness(clock),
    gate: new RateGate(clock),
    publishLeases: new PublishLeases(consumers, { owner, clock, log }),
    consumer: (accountId, type) => consumers.find(accountId, type),
    alarm: (details) => log.error(details, 'marketplace.body-refused'),
  };
  return {
    name: profile.name,
    limits: { maxImages: profile.images.maxCount },
    collectsRequests: true,
    platform: marketplace(profile, tools),
    flow: marketplaceFlow(profile, tools),
  };
};
