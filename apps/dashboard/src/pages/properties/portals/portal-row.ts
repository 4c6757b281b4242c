import type { DryRun, Listing, Property, Target } from '@estate/client';

/** The result of a dry run for a target; the error if it could not be run. */
export type Checked = { dryRun: DryRun } | { error: unknown };

/** The reason why a property cannot be published on a target now. */
export type WhyNot = 'notProcessed' | 'notConnected' | 'blocked' | 'unchecked';

export interface PortalRow {
  target: Target;
  name: string;
  listing: Listing | undefined;
  checked: Checked | undefined;
  /** Undefined if the property can be published there, or is. */
  whyNot: WhyNot | undefined;
}

interface Given {
  property: Pick<Property, 'processingStatus'>;
  targets: readonly Target[];
  names: readonly string[];
  listings: readonly Listing[];
  checked: Readonly<Record<string, Checked>>;
}

/** One row for each target, in their order. */
export const rowsOf = ({ property, targets, names, listings, checked }: Given): PortalRow[] =>
  targets.map((target, index) => {
    const listing = listings.find(({ targetId }) => targetId === target.id);
    const row = { target, name: names[index] ?? target.id, listing, checked: checked[target.id] };
    return { ...row, whyNot: listing ? undefined : whyNotOf(property, target, row.checked) };
  });

function whyNotOf(
  { processingStatus }: Given['property'],
  { authorizationStatus }: Target,
  checked: Checked | undefined,
): WhyNot | undefined {
  if (processingStatus === 'failed') return 'notProcessed';
  if (authorizationStatus !== undefined && authorizationStatus !== 'accepted') return 'notConnected';
  if (!checked || 'error' in checked) return 'unchecked';
  return checked.dryRun.publishable ? undefined : 'blocked';
}

/** The portals on which the property can be published now. */
export const readyIn = (rows: readonly PortalRow[]): PortalRow[] =>
  rows.filter(({ listing, whyNot }) => !listing && whyNot === undefined);

export const listedIn = (rows: readonly PortalRow[]): PortalRow[] => rows.filter(({ listing }) => listing);
