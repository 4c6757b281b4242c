import type { Report, ReportedObject, ReportState } from '@estate/contracts';

type Resolved = Report['objects'][number];

/** A stored report of a platform about the objects of an import. */
export interface ReportRecord {
  id: string;
  accountId: string;
  targetId: string;
  receivedAt: Date;
  at: Date;
  source: Report['source'];
  state: ReportState;
  verified: boolean;
  mailId?: string;
  objects: Resolved[];
  objectCount: number;
}

/** The worst first. */
const BY_WEIGHT = ['rejected', 'removed', 'confirmed'] as const;

/** The state of a report by the listings that it names; one of which not all was read confirms nothing as a whole. */
export function reportStateOf(
  objects: readonly Pick<Resolved, 'listingId' | 'state'>[],
  objectCount: number,
): ReportState {
  const states = new Set(
    objects.filter(({ listingId }) => listingId !== undefined).map(({ state }) => state),
  );
  const state = BY_WEIGHT.find((one) => states.has(one)) ?? 'unclear';
  return state === 'confirmed' && objectCount > objects.length ? 'unclear' : state;
}

/** An object of a report with the listing that it is about. */
export const resolved = (
  { numbers: [number], ...said }: ReportedObject,
  listing: { id: string; propertyId: string } | undefined,
): Resolved => ({
  ...(listing && { listingId: listing.id, propertyId: listing.propertyId }),
  ...(number !== undefined && { number }),
  ...said,
});

export const reportResource = ({ accountId: _, receivedAt, at, ...report }: ReportRecord): Report => ({
  ...report,
  receivedAt: receivedAt.toISOString(),
  at: at.toISOString(),
});
