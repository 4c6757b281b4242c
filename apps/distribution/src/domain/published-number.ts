import { publishedIdOf } from '@estate/contracts';
import type { ListingRecord, SentProperty } from './listing.ts';

/**
 * Another number under which a portal may have the object of a listing. A property that is kept without its number was sent
 * with its external id as it is, which several properties may share once white space is read differently.
 */
export function formerNumberOf({
  everUploaded,
  formerNumber,
  property,
}: Pick<ListingRecord, 'everUploaded' | 'formerNumber' | 'property'>): string | undefined {
  if (formerNumber !== undefined || !everUploaded || !property) return formerNumber;
  const number = numberOf(property);
  return number === publishedIdOf(property.externalId) ? undefined : number;
}

type Numbered = Pick<SentProperty, 'externalId' | 'publishedAs'>;

/** The number that the portal was given last. */
const numberOf = ({ externalId, publishedAs }: Numbered): string => publishedAs ?? unencoded(externalId);

function unencoded(externalId: string): string {
  // Characters that are not allowed in XML were removed.
  const text = externalId.replace(/[\v\f]/g, '').replace(/\r\n?/g, '\n');
  return text.trim() === '' ? '-' : text;
}

/** True if a portal may have taken two numbers for the same, as it reads white space. */
export const isSameNumber = (property: Numbered, number: string): boolean =>
  normalized(numberOf(property)) === normalized(number);

const normalized = (number: string): string => number.replace(/\s+/g, ' ').trim();
