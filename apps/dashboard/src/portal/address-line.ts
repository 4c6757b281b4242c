import type { Property } from '@estate/client';

type Address = Property['fields']['address'];

/** An address on one line: `Lindenweg 12a, 80331 München`; without the street if that is not shown. */
export function addressLine(
  { street, streetNumber, postalCode, city }: Address,
  withStreet: boolean,
): string {
  const where = [postalCode, city].filter(Boolean).join(' ');
  const house = [street, streetNumber].filter(Boolean).join(' ');
  return withStreet && house !== '' ? `${house}, ${where}` : where;
}
