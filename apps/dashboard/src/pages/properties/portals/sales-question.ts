export const SALES_STATES = ['open', 'reserved', 'sold'] as const;
export type SalesState = (typeof SALES_STATES)[number];

/** The effect of a change of the sales status on the portals. */
export type SalesQuestion = 'takeDown' | 'publish';

interface Portals {
  /** True if the property is taken down while it is sold or let. */
  isTakenDown: boolean;
  listed: readonly unknown[];
}

/** The question before a sales status is saved; undefined if it neither publishes nor takes down. */
export function questionFor(
  from: SalesState,
  to: SalesState,
  { isTakenDown, listed }: Portals,
): SalesQuestion | undefined {
  if (!isTakenDown || listed.length === 0 || (from === 'sold') === (to === 'sold')) return undefined;
  return to === 'sold' ? 'takeDown' : 'publish';
}
