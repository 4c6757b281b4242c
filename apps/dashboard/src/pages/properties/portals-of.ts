import type { PropertyListing } from '@estate/client';

/** Listings by property id; a property without listings has an entry, too. */
export type PortalsById = Readonly<Record<string, readonly PropertyListing[]>>;

/** Groups listings by property; only of these properties is it known where they are listed. */
export function portalsById(
  propertyIds: readonly string[],
  listings: readonly PropertyListing[],
): PortalsById {
  const found: Record<string, PropertyListing[]> = Object.fromEntries(propertyIds.map((id) => [id, []]));
  for (const listing of listings) found[listing.propertyId]?.push(listing);
  return found;
}

/** The listings of these properties from several responses; later responses take precedence. */
export function ofThese(
  propertyIds: readonly string[],
  answers: readonly (PortalsById | undefined)[],
): PortalsById {
  const known = propertyIds.map((id) => [id, answers.findLast((answer) => answer?.[id])?.[id]] as const);
  return Object.fromEntries(known.flatMap(([id, portals]) => (portals ? [[id, portals]] : [])));
}

/** Splits a list into blocks, one for each request. */
export const blocksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
