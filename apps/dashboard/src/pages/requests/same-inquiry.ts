import type { ContactRequest } from '@estate/client';

/** The key that identifies a person: the email address, or else a phone number. */
export const personKeyOf = ({ prospect }: Pick<ContactRequest, 'prospect'>): string | undefined =>
  [prospect.email, prospect.phone, prospect.mobilePhone]
    .map((key) => key?.trim().toLowerCase())
    .find((key) => key !== undefined && key !== '');

/** True if two requests come from one person about one property. */
export function isSameInquiry(one: ContactRequest, other: ContactRequest): boolean {
  const [person, property] = [personKeyOf(one), propertyKeyOf(one)];
  if (one.id === other.id || person === undefined || property === undefined) return false;
  return person === personKeyOf(other) && property === propertyKeyOf(other);
}

/** The property of the account, else the external id on the portal. */
const propertyKeyOf = ({
  propertyId,
  targetId,
  propertyProvidedByPlatform: { externalId },
}: ContactRequest): string | undefined => propertyId ?? (externalId && `${targetId} ${externalId}`);
