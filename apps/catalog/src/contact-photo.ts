import { CONTACT_PHOTO_TYPES } from '@estate/contracts';
import type { OwnContactFields } from '@estate/contracts';
import type { Deps } from './deps.ts';
import { uploadIdOf } from './domain/attachment-addresses.ts';
import { photoInvalid } from './domain/property-refusals.ts';

const TYPES: readonly string[] = CONTACT_PHOTO_TYPES;

/**
 * The fields with the address of the photo as it is stored. The upload counts as used before the contact names it, so that no sweep
 * removes it in between; one that cannot be a photo does not. @throws InvalidInput when the account has no such image
 */
export async function withStoredPhoto(
  { addresses, uploads, clock }: Pick<Deps, 'addresses' | 'uploads' | 'clock'>,
  accountId: string,
  fields: OwnContactFields,
): Promise<OwnContactFields> {
  if (fields.photo === undefined) return fields;
  const photo = addresses.stored(fields.photo);
  const id = uploadIdOf(photo);
  if (id === undefined) throw photoInvalid();
  const isImage = async () => TYPES.includes((await uploads.find({ accountId, id }))?.mediaType ?? '');
  if (!(await isImage())) throw photoInvalid();
  await uploads.use({ accountId, ids: [id] }, clock());
  // A sweep may just have removed it.
  if (!(await isImage())) throw photoInvalid();
  return { ...fields, photo };
}
