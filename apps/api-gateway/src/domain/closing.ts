import { NOTHING_CLOSED } from '@estate/contracts';
import type {
  ClosedCounts,
  Closing,
  ClosingPhase,
  ClosingState,
  ErasedPart,
  LeftListing,
  Owner,
} from '@estate/contracts';

/** The services with data of accounts, in the order in which they erase it; the gateway is the last. */
export const CLOSING_PARTS = [
  'importer',
  'inbox',
  'distribution',
  'catalog',
  'notifier',
  'api-gateway',
] as const satisfies readonly (Owner | 'api-gateway')[];
export type ClosingPart = (typeof CLOSING_PARTS)[number];

/** The closing of an account in the gateway; after its end, it is the receipt. */
export interface StoredClosing {
  id: string;
  accountId: string;
  state: ClosingState;
  phase?: ClosingPhase;
  requestedAt: Date;
  cancellableUntil: Date;
  takeDownUntil: Date;
  remaining: number;
  /** The counts of erased documents by service. */
  erased: Partial<Record<ClosingPart, ErasedPart['erased']>>;
  left: LeftListing[];
  leftCount: number;
  /** The time since which the last event and the last email are in transit. */
  announcedAt?: Date;
  /** Set after the last event and the last email have been delivered, or have timed out. */
  isAnnounced?: true;
  /** The time since which nothing was found any more. */
  quietSince?: Date;
  cancelledAt?: Date;
  finishedAt?: Date;
}

export const toClosing = (closing: StoredClosing): Closing => ({
  id: closing.id,
  accountId: closing.accountId,
  state: closing.state,
  ...(closing.state === 'closing' && closing.phase && { phase: closing.phase }),
  requestedAt: closing.requestedAt.toISOString(),
  cancellableUntil: closing.cancellableUntil.toISOString(),
  takeDownUntil: closing.takeDownUntil.toISOString(),
  remaining: { listings: closing.remaining },
  erased: totalOf(closing),
  left: closing.left,
  leftCount: closing.leftCount,
  ...(closing.cancelledAt && { cancelledAt: closing.cancelledAt.toISOString() }),
  ...(closing.finishedAt && { finishedAt: closing.finishedAt.toISOString() }),
});

function totalOf({ erased }: Pick<StoredClosing, 'erased'>): ClosedCounts {
  const total: ClosedCounts = { ...NOTHING_CLOSED };
  for (const part of Object.values(erased)) {
    for (const [kind, count] of Object.entries(part)) total[kind as keyof ClosedCounts] += count;
  }
  return total;
}
