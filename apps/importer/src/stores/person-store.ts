import { Reservations } from './reservations.ts';

/** A contact that came from an import, by what its person is known by. */
export interface PersonDoc {
  /** Queue and key of the person. */
  _id: string;
  accountId: string;
  /** Reserved before the contact is created under it. */
  contactId: string;
  /** The hash of the contact that was applied last; left out until the contact was created. */
  hash?: string;
  /** The import that was applied last: of several data of a person in one package the first are taken. */
  importId?: string;
}

/** Maps each person of a source to its contact. */
export class PersonStore extends Reservations<PersonDoc> {
  async applied(id: string, set: Required<Pick<PersonDoc, 'hash' | 'importId'>>): Promise<void> {
    await this.docs.updateOne({ _id: id }, { $set: set });
  }

  /** The contact was deleted by its customer. */
  async forget({ _id, contactId }: PersonDoc): Promise<void> {
    await this.docs.deleteOne({ _id, contactId });
  }
}
