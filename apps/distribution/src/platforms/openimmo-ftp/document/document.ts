import type { ContactFields, Link, PropertySnapshot } from '@estate/contracts';
import type { DeletedProperty } from '../../platform.ts';
import type { PackedAttachment } from '../attachment-plan.ts';
import { objectAdministration, technicalAdministration, type Action } from './administration.ts';
import { areas } from './areas.ts';
import { attachments, type FormatNames } from './attachments.ts';
import { category } from './category.ts';
import { condition } from './condition.ts';
import { contactPerson, type Feedback } from './contact.ts';
import { features } from './features.ts';
import { geo } from './geo.ts';
import { prices } from './prices.ts';
import { texts } from './texts.ts';
import { element, leaf, requiredLeaf, type XmlElement } from './xml.ts';

/** Who sends the document, when, and to which account. */
export interface Envelope {
  software: { name: string; version: string };
  /** The account's name for the customer: its provider number or login. */
  provider: string;
  providerNumber?: string | undefined;
  contact: ContactFields;
  feedback?: Feedback | undefined;
  at: Date;
}

export interface PublishedObject {
  snapshot: PropertySnapshot;
  action: Exclude<Action, 'delete'>;
  files: readonly PackedAttachment[];
  links: readonly Link[];
  formatNames: FormatNames;
}

/** The document that puts an object on a platform or brings it up to date. */
export function setDocument(envelope: Envelope, published: PublishedObject): XmlElement {
  const { snapshot, action, files, links, formatNames } = published;
  const { fields } = snapshot;
  const hasVirtualTour = links.length > 0 || undefined;
  return transfer(envelope, [
    category(fields.apartmentType),
    geo({ ...fields, hasVirtualTour }),
    contactPerson(envelope.contact, envelope.feedback),
    prices(fields),
    areas(fields),
    features(fields),
    condition(fields),
    texts(fields),
    attachments(files, links, formatNames),
    objectAdministration(fields),
    technicalAdministration(snapshot, action, envelope.software.name),
  ]);
}

/** The document that takes an object off a platform. */
export function deleteDocument(envelope: Envelope, property: DeletedProperty): XmlElement {
  return transfer(envelope, [
    category(property.fields.apartmentType),
    geo({ address: property.fields.address }),
    contactPerson(envelope.contact, envelope.feedback),
    technicalAdministration(property, 'delete', envelope.software.name),
  ]);
}

/** The full transfer without any object, which takes everything off a platform that honours it. */
export const emptyDocument = (envelope: Envelope): XmlElement => transfer(envelope, undefined);

/** A partial transfer of an object: a full one would remove every object that it does not contain. */
function transfer(envelope: Envelope, object: readonly (XmlElement | undefined)[] | undefined): XmlElement {
  const { software, provider, providerNumber, at } = envelope;
  return element('openimmo', {}, [
    element('uebertragung', {
      art: 'ONLINE',
      umfang: object ? 'TEIL' : 'VOLL',
      version: '1.2.7',
      sendersoftware: software.name,
      senderversion: software.version,
      timestamp: at.toISOString(),
    }),
    element('anbieter', {}, [
      leaf('anbieternr', providerNumber),
      requiredLeaf('firma', provider),
      requiredLeaf('openimmo_anid', provider),
      object && element('immobilie', {}, object),
    ]),
  ]);
}
