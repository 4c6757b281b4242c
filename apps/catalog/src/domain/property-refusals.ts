import { Conflict, InvalidInput, refusal } from '@estate/errors';

export const externalIdTaken = (externalId: string, takenBy: string): InvalidInput =>
  refusal(
    'external-id-taken',
    'externalId',
    `externalId is taken: property ${takenBy} already has ${JSON.stringify(externalId)}`,
  );

export const contactUnknown = (contactId: string): InvalidInput =>
  refusal(
    'contact-unknown',
    'contactId',
    `contactId must be the id of a contact; there is no contact with the id ${contactId}`,
  );

const OWN_IMAGE =
  'must be the url of a JPEG, PNG or WebP image that the account has uploaded (POST /attachments)';

export const photoInvalid = (): InvalidInput => refusal('photo-invalid', 'photo', `photo ${OWN_IMAGE}`);

export const logoInvalid = (): InvalidInput => refusal('logo-invalid', 'url', `url ${OWN_IMAGE}`);

export const propertyHasListings = (count: number): InvalidInput =>
  new InvalidInput(
    `The property still has ${count} ${count === 1 ? 'listing. Delete it' : 'listings. Delete them'} first.`,
    {
      code: 'property-has-listings',
    },
  );

/** A later delete of the same property has replaced this one. */
export const beingDeleted = (id: string): Conflict =>
  new Conflict(`Another request is deleting the property ${id}.`, { code: 'property-being-deleted' });
