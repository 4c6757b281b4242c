import type { Faults } from '../faults.ts';
import type { MarketFault } from './market-faults.ts';
import type { MarketStore } from './market-store.ts';
import type { OAuthProvider } from './oauth-provider.ts';

/** A call of the offer interface or a token endpoint, with its response. */
export interface MarketCall {
  at: string;
  method: string;
  path: string;
  status: number;
  user?: string;
  /** The reason for a refusal. `ordered`: by a fault, not for its content. */
  refusal?: { code: string; message: string; ordered: boolean };
}

/** The shared parts of the marketplace. */
export interface MarketContext {
  store: MarketStore;
  faults: Faults<MarketFault>;
  oauth: OAuthProvider;
  calls: MarketCall[];
  /** The rate limit of one application. */
  callsAMinute: number;
  /** Publish calls that arrived during another one of the same account. */
  collisions: string[];
}
