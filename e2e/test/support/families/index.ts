import { investment, office, parking } from './commerce.ts';
import type { Family } from './family.ts';
import { house, plot, rental } from './homes.ts';

export type { Family } from './family.ts';

/** One property of each family of types. */
export const FAMILIES: readonly Family[] = [rental, house, plot, office, parking, investment];
