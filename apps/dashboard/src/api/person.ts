import type { ContactRequest } from '@estate/client';

type Prospect = ContactRequest['prospect'];
type Address = NonNullable<Prospect['address']> &
  NonNullable<ContactRequest['propertyProvidedByPlatform']['address']>;

/** The name of a prospect, as far as the platform sent it. */
export const personOf = ({ salutation, firstName, lastName }: Prospect): string =>
  [salutation, firstName, lastName].filter(isFilled).join(' ');

/** A prospect by name, else by email address; undefined for one who gave neither. */
export const titleOf = (prospect: Prospect): string | undefined =>
  personOf(prospect) || prospect.email || undefined;

/** An address in one line, as it is written on a letter. */
export function addressOf({ street, postalCode, city, cityDistrict, country }: Address = {}): string {
  const town = [postalCode, city].filter(isFilled).join(' ');
  return [street, town, cityDistrict, country].filter(isFilled).join(', ');
}

const isFilled = (part: string | undefined): boolean => part !== undefined && part !== '';
