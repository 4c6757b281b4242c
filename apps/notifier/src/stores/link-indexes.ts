import type { IndexSpec } from '@estate/persistence';

const NAMES = { listingId: 'listing', propertyId: 'property' } as const;

/** Finds what is linked to something, page by page. Name the most selective link first: equal plans are taken in this order. */
export const linkIndexes = (owner: string, links: readonly (keyof typeof NAMES)[]): IndexSpec[] =>
  links.map((link) => ({
    key: { [owner]: 1, [link]: 1, _id: 1 },
    name: NAMES[link],
    partialFilterExpression: { [link]: { $exists: true } },
  }));
