import type { GuardedAgent } from '@estate/egress';
import type { Consumer } from '../../domain/consumer-credentials.ts';
import type { Freshness } from './oauth/authorization-header.ts';
import type { PublishLeases } from './publish-leases.ts';
import type { RateGate } from './rate-gate.ts';

/** What a marketplace needs from the service around it. */
export interface MarketplaceTools {
  agent: GuardedAgent;
  fresh: Freshness;
  gate: RateGate;
  publishLeases: PublishLeases;
  /** The path of a local file that holds the bytes with this SHA-256. */
  attachment(sha256: string): Promise<string>;
  /** The e-mail address under which requests for a target arrive. */
  requestAddress(emailId: string): string;
  consumer(accountId: string, type: string): Promise<Consumer | undefined>;
  /** Notes that a grant is worth nothing any more. */
  revoked(targetId: string, grantId: string): Promise<void>;
  /** Tells the operator of a body that the marketplace can never take: a mistake of this service. */
  alarm(details: { listingId: string; message: string }): void;
  /** For a call, uploads aside. */
  timeoutMs?: number;
}
