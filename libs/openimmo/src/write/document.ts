import { publishedIdOf } from '@estate/contracts';
import type { ContactFields, Link, PropertySnapshot, PropertyType } from '@estate/contracts';
import { technicalAdministration, type Action } from './administration.ts';
import { attachments, type FormatNames, type PackagedFile } from './attachments.ts';
import { contactPerson, type Feedback } from './contact.ts';
import type { ColdRent, Source } from '../mapping/mapping-row.ts';
import { writeSection } from '../mapping/mapping.ts';
import type { Section } from '../mapping/rows.ts';
import { element, leaf, requiredLeaf, writeXml, type XmlElement } from './xml.ts';

/** The sender of the document, its time, and the receiving account. */
export interface Envelope {
  software: { name: string; version: string };
  /** The account's name for the customer: its provider number or login. */
  provider: string;
  providerNumber?: string | undefined;
  contact: ContactFields;
  feedback?: Feedback | undefined;
  /** The address to which the platform sends its reports. */
  technicalEmail?: string;
  at: Date;
}

/** The head of a transfer whose objects are written separately. */
type TransferEnvelope = Omit<Envelope, 'contact' | 'feedback'>;

/** A property that is taken down, as it was last sent. */
export interface RemovedObject {
  externalId: string;
  type: PropertyType;
  fields: Source['fields'];
  updatedAt: string;
}

export interface PublishedObject {
  snapshot: PropertySnapshot;
  action: Exclude<Action, 'delete'>;
  files: readonly PackagedFile[];
  links: readonly Link[];
  formatNames: FormatNames;
  coldRent?: ColdRent | undefined;
  /** A former number of the object on the platform, under which nothing may stay. */
  formerNumber?: string | undefined;
}

/** The document that creates or updates an object on a platform. */
export function setDocument(envelope: Envelope, published: PublishedObject): XmlElement {
  const { formerNumber, snapshot } = published;
  const former = formerNumber === undefined ? [] : [deletion(envelope, formerNumber, snapshot)];
  return transfer(envelope, 'TEIL', [...former, objectOf(envelope, published)]);
}

/** The full transfer of the objects, each with its contact; a platform that supports it deletes everything else. */
export const fullDocument = (
  envelope: Envelope,
  objects: readonly { contact: ContactFields; published: PublishedObject }[],
): XmlElement =>
  transfer(
    envelope,
    'VOLL',
    objects.map(({ contact, published }) => objectOf({ ...envelope, contact }, published)),
  );

type ObjectEnvelope = Pick<Envelope, 'contact' | 'feedback' | 'software'>;

/** A single object, for a document that is assembled from many. */
export const objectElement = (envelope: ObjectEnvelope, published: PublishedObject): XmlElement =>
  element('immobilie', {}, objectOf(envelope, published));

function objectOf(envelope: ObjectEnvelope, published: PublishedObject): (XmlElement | undefined)[] {
  const { snapshot, action, files, links, formatNames, coldRent } = published;
  const { type, fields } = snapshot;
  const section = (name: Section) =>
    writeSection(name, { type, fields, coldRent, hasLinks: links.length > 0 });
  const identity = { number: publishedIdOf(snapshot.externalId), updatedAt: snapshot.updatedAt };
  return [
    section('objektkategorie'),
    section('geo'),
    contactPerson(envelope.contact, envelope.feedback),
    section('preise'),
    section('flaechen'),
    section('ausstattung'),
    section('zustand_angaben'),
    section('freitexte'),
    attachments(files, links, formatNames),
    section('verwaltung_objekt'),
    technicalAdministration(identity, action, envelope.software.name),
  ];
}

/** The document that deletes an object from a platform, under all of its numbers. */
export function deleteDocument(
  envelope: Envelope,
  property: RemovedObject,
  formerNumber?: string,
): XmlElement {
  const numbers = [...(formerNumber === undefined ? [] : [formerNumber]), publishedIdOf(property.externalId)];
  return transfer(
    envelope,
    'TEIL',
    numbers.map((number) => deletion(envelope, number, property)),
  );
}

const deletion = (
  envelope: Envelope,
  number: string,
  { type, fields, updatedAt }: Pick<RemovedObject, 'type' | 'fields' | 'updatedAt'>,
): (XmlElement | undefined)[] => [
  writeSection('objektkategorie', { type, fields }),
  writeSection('geo', { type, fields: { address: fields.address } }),
  contactPerson(envelope.contact, envelope.feedback),
  technicalAdministration({ number, updatedAt }, 'delete', envelope.software.name),
];

/** The full transfer without objects, which deletes everything from a platform that supports it. */
const emptyDocument = (envelope: TransferEnvelope): XmlElement => transfer(envelope, 'VOLL', []);

/** The text before and after the objects of a full transfer. */
export function fullTransfer(envelope: TransferEnvelope): { before: string; after: string } {
  const text = writeXml(emptyDocument(envelope));
  const end = text.lastIndexOf('</anbieter>');
  return {
    before: `<?xml version="1.0" encoding="UTF-8"?>\n${text.slice(0, end)}`,
    after: `${text.slice(end)}\n`,
  };
}

/** A full transfer (VOLL) removes every object that it does not contain. */
function transfer(
  envelope: TransferEnvelope,
  umfang: 'TEIL' | 'VOLL',
  objects: readonly (readonly (XmlElement | undefined)[])[],
): XmlElement {
  const { software, provider, providerNumber, technicalEmail, at } = envelope;
  return element('openimmo', {}, [
    element('uebertragung', {
      art: 'ONLINE',
      umfang,
      version: '1.2.7',
      sendersoftware: software.name,
      senderversion: software.version,
      techn_email: technicalEmail,
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
