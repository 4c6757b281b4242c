import type { PropertySnapshot } from '@estate/contracts';

/** When a listing is planned to be on its platform. */
export interface ListingTimes {
  publishFrom?: Date | undefined;
  publishUntil?: Date | undefined;
}

/** Why the platform must not show a listing: before its planned publication, after its planned end, or because the property is sold. */
export type Withheld = 'scheduled' | 'ended' | 'sold';

/** Why the plan of a listing keeps it off its platform at a time; undefined while it may be shown. */
export function plannedAway(
  { publishFrom, publishUntil }: ListingTimes,
  now: Date,
): Exclude<Withheld, 'sold'> | undefined {
  if (publishUntil && publishUntil <= now) return 'ended';
  return publishFrom && publishFrom > now ? 'scheduled' : undefined;
}

/** True if no platform may show the property, because it is sold or let. */
export const isSoldAway = ({ fields, onSold }: Pick<PropertySnapshot, 'fields' | 'onSold'>): boolean =>
  fields.salesStatus === 'sold' && onSold !== 'keep';

/** The first planned time after the given one, at which the listing becomes due by itself. */
export const nextPlanned = ({ publishFrom, publishUntil }: ListingTimes, now: Date): Date | undefined =>
  [publishFrom, publishUntil].find((time) => time !== undefined && time > now);

/** The times of a call. */
export const timesOf = ({
  publishFrom,
  publishUntil,
}: {
  publishFrom?: string | undefined;
  publishUntil?: string | undefined;
}): ListingTimes => ({
  ...(publishFrom !== undefined && { publishFrom: new Date(publishFrom) }),
  ...(publishUntil !== undefined && { publishUntil: new Date(publishUntil) }),
});

/** The times as the API shows them. */
export const shownTimes = ({ publishFrom, publishUntil }: ListingTimes) => ({
  ...(publishFrom && { publishFrom: publishFrom.toISOString() }),
  ...(publishUntil && { publishUntil: publishUntil.toISOString() }),
});
