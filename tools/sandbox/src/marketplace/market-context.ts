import type { Faults } from '../faults.ts';
import type { MarketFault } from './market-faults.ts';
import type { MarketStore } from './market-store.ts';
import type { OAuthProvider } from './oauth-provider.ts';

/** One call of the offer interface or a token endpoint, as it was answered. */
export interface MarketCall {
  at: string;
  method: string;
  path: string;
  status: number;
  user?: string;
  /** Why it was refused. `ordered`: by a fault, not for its content. */
  refusal?: { code: string; message: string; ordered: boolean };
}

/** Every part of the marketplace works with these. */
export interface MarketContext {
  store: MarketStore;
  faults: Faults<MarketFault>;
  oauth: OAuthProvider;
  calls: MarketCall[];
  /** The rate limit of one application. */
  callsAMinute: number;
  /** Publish calls that came while another one of the same account was under way. */
  collisions: string[];
}
