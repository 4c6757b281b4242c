import type { Contact, OwnContactFields } from '@estate/contracts';
import { uploadIdOf } from './attachment-addresses.ts';
import type { AttachmentAddresses } from './attachment-addresses.ts';

/** A contact as the catalog stores it. */
export interface ContactRecord {
  id: string;
  accountId: string;
  /** The photo with its address as it is stored. */
  fields: OwnContactFields;
  /** Grows with every change. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The contact as the customer sees it. */
export const toContact = (
  { id, fields: { photo, ...fields }, createdAt, updatedAt }: ContactRecord,
  addresses: Pick<AttachmentAddresses, 'shown'>,
): Contact => ({
  id,
  ...fields,
  ...(photo !== undefined && { photo: addresses.shown(photo) }),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** The contact as platforms receive it: its photo is for the account alone. */
export function toPublishedContact(
  { fields: { photo: _photo, ...fields }, ...record }: ContactRecord,
  addresses: Pick<AttachmentAddresses, 'shown'>,
): Contact {
  return toContact({ ...record, fields }, addresses);
}

/** The uploaded attachments that contacts name. */
export const photosOf = (...contacts: readonly { photo?: string | undefined }[]): string[] => [
  ...new Set(contacts.flatMap(({ photo = '' }) => uploadIdOf(photo) ?? [])),
];
