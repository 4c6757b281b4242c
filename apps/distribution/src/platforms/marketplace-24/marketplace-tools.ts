import type { GuardedAgent } from '@estate/egress';
import type { Consumer } from '../../domain/authorization.ts';
import type { PlatformTools } from '../platform.ts';
import type { Freshness } from './oauth/authorization-header.ts';
import type { PublishLeases } from './publish-leases.ts';
import type { RateGate } from '../rest/rate-gate.ts';

/** The parts of the service that a marketplace needs. */
export interface MarketplaceTools extends Pick<PlatformTools, 'attachment' | 'requestAddress'> {
  agent: GuardedAgent;
  fresh: Freshness;
  gate: RateGate;
  publishLeases: PublishLeases;
  consumer(accountId: string, type: string): Promise<Consumer | undefined>;
  /** Stores that a grant is not valid any more, and the reason in words for the customer. */
  revoked(targetId: string, grantId: string, why: string): Promise<void>;
  /** Reports a body that the marketplace can never accept, which is an error of this service, to the operator. */
  alarm(details: { listingId: string; message: string }): void;
  /** The timeout of a call, except for uploads. */
  timeoutMs?: number;
}
