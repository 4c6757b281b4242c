import { publishedIdOf } from '@estate/contracts';
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
  /** Another number that the platform may know the object by; nothing stays under it. */
  formerNumber?: string | undefined;
}

/** The document that puts an object on a platform or brings it up to date. */
export function setDocument(envelope: Envelope, published: PublishedObject): XmlElement {
  const { snapshot, action, files, links, formatNames, formerNumber } = published;
  const { fields } = snapshot;
  const hasVirtualTour = links.length > 0 || undefined;
  const identity = { number: publishedIdOf(snapshot.externalId), updatedAt: snapshot.updatedAt };
  const object = [
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
    technicalAdministration(identity, action, envelope.software.name),
  ];
  const former = formerNumber === undefined ? [] : [deletion(envelope, formerNumber, snapshot)];
  return transfer(envelope, [...former, object]);
}

/** The document that takes an object off a platform, whatever number it is known by. */
export function deleteDocument(
  envelope: Envelope,
  property: DeletedProperty,
  formerNumber?: string,
): XmlElement {
  const numbers = [...(formerNumber === undefined ? [] : [formerNumber]), publishedIdOf(property.externalId)];
  return transfer(
    envelope,
    numbers.map((number) => deletion(envelope, number, property)),
  );
}

const deletion = (
  envelope: Envelope,
  number: string,
  { fields, updatedAt }: Pick<DeletedProperty, 'fields' | 'updatedAt'>,
): XmlElement[] => [
  category(fields.apartmentType),
  geo({ address: fields.address }),
  contactPerson(envelope.contact, envelope.feedback),
  technicalAdministration({ number, updatedAt }, 'delete', envelope.software.name),
];

/** The full transfer without any object, which takes everything off a platform that honours it. */
export const emptyDocument = (envelope: Envelope): XmlElement => transfer(envelope, []);

/** A partial transfer of objects: a full one would remove every object that it does not contain. */
function transfer(envelope: Envelope, objects: readonly (readonly (XmlElement | undefined)[])[]): XmlElement {
  const { software, provider, providerNumber, at } = envelope;
  return element('openimmo', {}, [
    element('uebertragung', {
      art: 'ONLINE',
      umfang: objects.length > 0 ? 'TEIL' : 'VOLL',
      version: '1.2.7',
      sendersoftware: software.name,
      senderversion: software.version,
      timestamp: at.toISOString(),
    }),
    element('anbieter', {}, [
      leaf('anbieternr', providerNumber),
      requiredLeaf('firma', provider),
      requiredLeaf('openimmo_anid', provider),
      ...objects.map((object) => element('immobilie', {}, object)),
    ]),
  ]);
}
