export const SALES_STATES = ['open', 'reserved', 'sold'] as const;
export type SalesState = (typeof SALES_STATES)[number];

/** What a change of the sales status does on the portals. */
export type SalesQuestion = 'takeDown' | 'publish';

interface Portals {
  /** Whether the property is off its portals while it is sold or let. */
  isTakenDown: boolean;
  listed: readonly unknown[];
}

/** What is asked before a sales status is saved; undefined if it neither publishes nor takes down. */
export function questionFor(
  from: SalesState,
  to: SalesState,
  { isTakenDown, listed }: Portals,
): SalesQuestion | undefined {
  if (!isTakenDown || listed.length === 0 || (from === 'sold') === (to === 'sold')) return undefined;
  return to === 'sold' ? 'takeDown' : 'publish';
}
