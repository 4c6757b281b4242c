import { CONTACT_PHOTO_TYPES, LOGO_TYPES } from '@estate/contracts';
import type { OwnContactFields } from '@estate/contracts';
import type { InvalidInput } from '@estate/errors';
import type { Deps } from './deps.ts';
import { uploadIdOf } from './domain/attachment-addresses.ts';
import { logoInvalid, photoInvalid } from './domain/property-refusals.ts';

type ImageDeps = Pick<Deps, 'addresses' | 'uploads' | 'clock'>;

interface Wanted {
  accountId: string;
  url: string;
  types: readonly string[];
  refusal: () => InvalidInput;
}

/** The fields with the address of the photo as it is stored. @throws InvalidInput when the account has no such image */
export async function withStoredPhoto(
  deps: ImageDeps,
  accountId: string,
  fields: OwnContactFields,
): Promise<OwnContactFields> {
  if (fields.photo === undefined) return fields;
  const wanted = { accountId, url: fields.photo, types: CONTACT_PHOTO_TYPES, refusal: photoInvalid };
  return { ...fields, photo: await storedImage(deps, wanted) };
}

/** The address of the logo as it is stored. @throws InvalidInput when the account has no such image */
export const storedLogo = (deps: ImageDeps, accountId: string, url: string): Promise<string> =>
  storedImage(deps, { accountId, url, types: LOGO_TYPES, refusal: logoInvalid });

/** The upload counts as used before anything names it, so that no sweep removes it in between; one that cannot be used does not. */
async function storedImage(
  { addresses, uploads, clock }: ImageDeps,
  { accountId, url, types, refusal }: Wanted,
): Promise<string> {
  const stored = addresses.stored(url);
  const id = uploadIdOf(stored);
  if (id === undefined) throw refusal();
  const isImage = async () => types.includes((await uploads.find({ accountId, id }))?.mediaType ?? '');
  if (!(await isImage())) throw refusal();
  await uploads.use({ accountId, ids: [id] }, clock());
  // A sweep may just have removed it.
  if (!(await isImage())) throw refusal();
  return stored;
}
