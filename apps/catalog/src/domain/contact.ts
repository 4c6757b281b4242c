import type { Contact, ContactFields } from '@estate/contracts';

/** A contact as the catalog stores it. */
export interface ContactRecord {
  id: string;
  accountId: string;
  fields: ContactFields;
  /** Grows with every change. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The contact as the customer sees it. */
export const toContact = ({ id, fields, createdAt, updatedAt }: ContactRecord): Contact => ({
  id,
  ...fields,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
