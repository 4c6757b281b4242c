import type { PropertyListing } from '@estate/client';

/** Where properties are listed, by their ids; a property that is listed nowhere has an entry, too. */
export type PortalsById = Readonly<Record<string, readonly PropertyListing[]>>;

/** The answer to a question about properties: only of these is it known where they are listed. */
export function portalsById(
  propertyIds: readonly string[],
  listings: readonly PropertyListing[],
): PortalsById {
  const found: Record<string, PropertyListing[]> = Object.fromEntries(propertyIds.map((id) => [id, []]));
  for (const listing of listings) found[listing.propertyId]?.push(listing);
  return found;
}

/** What several answers say about these properties; of later answers, if they differ. */
export function ofThese(
  propertyIds: readonly string[],
  answers: readonly (PortalsById | undefined)[],
): PortalsById {
  const known = propertyIds.map((id) => [id, answers.findLast((answer) => answer?.[id])?.[id]] as const);
  return Object.fromEntries(known.flatMap(([id, portals]) => (portals ? [[id, portals]] : [])));
}

/** Parts of a list, each asked about at once. */
export const blocksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
