import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { checkProperty } from './check-property.ts';
import { compareRevisions } from './compare-revisions.ts';
import { createContact } from './create-contact.ts';
import { createProperty } from './create-property.ts';
import { deleteContact } from './delete-contact.ts';
import { deleteProperty } from './delete-property.ts';
import { findProperty } from './find-property.ts';
import { listAttachmentFailures } from './list-attachment-failures.ts';
import { findUploadedAttachments } from './find-uploaded-attachments.ts';
import { getAttachment } from './get-attachment.ts';
import { getAttachmentImage } from './get-attachment-image.ts';
import { getContact } from './get-contact.ts';
import { getProperty } from './get-property.ts';
import { getPropertySnapshot } from './get-property-snapshot.ts';
import { listContacts } from './list-contacts.ts';
import { listProperties } from './list-properties.ts';
import { listOwnersRoute } from './list-owners.ts';
import { listRevisions } from './list-revisions.ts';
import { listUploadedAttachments } from './list-uploaded-attachments.ts';
import { listTimeline } from './list-timeline.ts';
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
  compareRevisions(deps),
  findProperty(deps),
  listAttachmentFailures(deps),
  getPropertySnapshot(deps),
  getAttachment(deps),
  getAttachmentImage(deps),
  findUploadedAttachments(deps),
  listUploadedAttachments(deps),
  createContact(deps),
  listContacts(deps),
  getContact(deps),
  updateContact(deps),
  deleteContact(deps),
  listTimeline(deps),
  listOwnersRoute(deps),
  listRevisions(deps),
];
