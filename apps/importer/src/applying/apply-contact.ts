import { createContact, getContact, updateContact } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound } from '@estate/errors';
import type { ImportProblem } from '@estate/contracts';
import type { ObjectContact } from '../domain/object-content.ts';
import { problemOf } from '../domain/problems.ts';
import type { PersonDoc } from '../stores/person-store.ts';
import type { ApplyDeps, Applying } from './apply-deps.ts';
import { asRead, decideAgain } from './as-read.ts';
import { hashOf } from './hash-of.ts';

type OfImport = Pick<Applying, 'record' | 'caller'>;

export type AppliedContact = { contactId: string } | { problem: ImportProblem };

/** The contact of a person: created once, and brought up to date when a package has other data. */
export async function applyContact(
  deps: ApplyDeps,
  applying: OfImport,
  { key, fields }: ObjectContact,
): Promise<AppliedContact> {
  const { id: importId, accountId, queueId } = applying.record;
  const id = hashOf([queueId, key]);
  for (;;) {
    const reserved = { _id: id, accountId, contactId: deps.newId() };
    const person = (await deps.persons.find(id)) ?? (await deps.persons.reserve(reserved));
    const { contactId } = person;
    if (person.importId === importId) return { contactId };
    try {
      await write(deps, applying, { person, fields });
      await deps.persons.applied(id, { hash: hashOf(fields), importId });
      return { contactId };
    } catch (error) {
      if (error instanceof InvalidInput) return { problem: refused(error.message) };
      if (!isDeleted(error)) throw error;
      await deps.persons.forget(person);
    }
  }
}

interface Writing {
  person: PersonDoc;
  fields: ObjectContact['fields'];
}

async function write(
  { bus }: ApplyDeps,
  { caller }: OfImport,
  { person: { hash, contactId: id }, fields }: Writing,
): Promise<void> {
  if (hash === undefined) await bus.ask(createContact, fields, caller, { reservedId: id });
  else if (hash !== hashOf(fields)) {
    await decideAgain(async () => {
      const present = await bus.ask(getContact, { id }, caller);
      // Packages have no photo; that of the customer stays.
      const { photo } = present;
      const wish = { ...fields, id, ...(photo !== undefined && { photo }) };
      await bus.ask(updateContact, wish, caller, asRead(present));
    });
  } else {
    // Its customer may have deleted the contact.
    await bus.ask(getContact, { id }, caller);
  }
}

const refused = (details: string): ImportProblem =>
  problemOf('contact_invalid', {
    severity: 'warning',
    field: 'kontaktperson',
    reason: 'contact_refused',
    parameters: { details },
  });

/** The customer has deleted the resource that is being applied. */
export const isDeleted = (error: unknown): boolean =>
  error instanceof NotFound || (error instanceof Conflict && error.code === 'deleted-meanwhile');
