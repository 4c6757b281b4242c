import type { Actor, OnSold } from '@estate/contracts';

/** Who asked for another attempt to list what could not be listed. */
export interface ListingRetry {
  token: string;
  requestId: string;
  traceparent?: string;
  actor?: Actor;
}

/** What an import needs to know of its source. */
export interface SourceSettings {
  id: string;
  /** Targets on which new properties are listed. */
  targetIds: readonly string[];
  preventPublication?: boolean;
  onSold?: OnSold;
  /** A full transfer that would delete a larger share of the properties waits for a confirmation. */
  maxRemovedShare: number;
  retry?: ListingRetry;
}
