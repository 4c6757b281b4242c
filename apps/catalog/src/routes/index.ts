import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { checkProperty } from './check-property.ts';
import { createContact } from './create-contact.ts';
import { createProperty } from './create-property.ts';
import { deleteContact } from './delete-contact.ts';
import { deleteProperty } from './delete-property.ts';
import { findProperty } from './find-property.ts';
import { getContact } from './get-contact.ts';
import { getProperty } from './get-property.ts';
import { getPropertySnapshot } from './get-property-snapshot.ts';
import { listContacts } from './list-contacts.ts';
import { listProperties } from './list-properties.ts';
import { listViolations } from './list-violations.ts';
import { updateContact } from './update-contact.ts';
import { updateProperty } from './update-property.ts';

/** Every operation that the catalog answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  createProperty(deps),
  listProperties(deps),
  getProperty(deps),
  updateProperty(deps),
  deleteProperty(deps),
  checkProperty(deps),
  findProperty(deps),
  getPropertySnapshot(deps),
  createContact(deps),
  listContacts(deps),
  getContact(deps),
  updateContact(deps),
  deleteContact(deps),
  listViolations(deps),
];
