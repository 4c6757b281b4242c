import { InvalidInput } from '@estate/errors';
import { readSummary } from './object-summary.ts';
import type { ObjectSummary } from './object-summary.ts';
import { child, children, flatten, parseXml, textAt } from './xml-tree.ts';
import type { XmlElement } from './xml-tree.ts';

export interface Medium {
  title: string | undefined;
  /** The group: TITELBILD, BILD, GRUNDRISS, DOKUMENTE, LINKS … */
  group: string | undefined;
  format: string | undefined;
  /** The name inside the package, or the address if it is remote. */
  path: string;
  remote: boolean;
  /** The hash of the file in the package, once that is unpacked. */
  sha256?: string | undefined;
}

export interface DocumentObject extends ObjectSummary {
  number: string;
  action: 'set' | 'delete';
  title: string | undefined;
  city: string | undefined;
  postalCode: string | undefined;
  contact: { name: string | undefined; email: string | undefined; phone: string | undefined };
  /** Every text and attribute of the object keyed by its path, `geo/land@iso_land`; attachments are in `media`. */
  fields: Record<string, string>;
  media: readonly Medium[];
}

export interface OpenImmoDocument {
  /** True if the document is the whole stock: objects that it does not contain are removed. */
  complete: boolean;
  /** The address for reports to the sender. */
  reportTo: string | undefined;
  objects: readonly DocumentObject[];
}

function readMedium(attachment: XmlElement): Medium {
  const path = textAt(attachment, 'daten/pfad');
  if (path === undefined) throw new InvalidInput('An anhang has no daten/pfad.');
  return {
    title: textAt(attachment, 'anhangtitel'),
    group: attributeOf(attachment, 'gruppe'),
    format: textAt(attachment, 'format'),
    path,
    remote: attributeOf(attachment, 'location') === 'REMOTE',
  };
}

function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  const value = element?.[`@${name}`];
  return typeof value === 'string' ? value : undefined;
}

/** The actions that set an object: the format has no value for a new one, but senders that write `ADD` are common. */
const SETTING = new Set([undefined, 'ADD', 'CHANGE']);

function readAction(property: XmlElement, number: string): 'set' | 'delete' {
  const action = attributeOf(child(property, 'verwaltung_techn/aktion'), 'aktionart');
  if (SETTING.has(action)) return 'set';
  if (action === 'DELETE') return 'delete';
  throw new InvalidInput(`Object ${number} has the unknown aktionart ${action}.`);
}

function readContact(property: XmlElement): DocumentObject['contact'] {
  const person = child(property, 'kontaktperson');
  const names = [textAt(person, 'titel'), textAt(person, 'vorname'), textAt(person, 'name')];
  return {
    name: names.filter((name) => name !== undefined).join(' ') || undefined,
    email: textAt(person, 'email_direkt') ?? textAt(person, 'email_zentrale'),
    phone: textAt(person, 'tel_durchw') ?? textAt(person, 'tel_zentrale') ?? textAt(person, 'tel_handy'),
  };
}

function readObject(property: XmlElement): DocumentObject {
  const number = textAt(property, 'verwaltung_techn/objektnr_extern');
  if (number === undefined) throw new InvalidInput('An immobilie has no verwaltung_techn/objektnr_extern.');
  return {
    number,
    action: readAction(property, number),
    title: textAt(property, 'freitexte/objekttitel'),
    city: textAt(property, 'geo/ort'),
    postalCode: textAt(property, 'geo/plz'),
    ...readSummary(property),
    contact: readContact(property),
    fields: flatten(property, new Set(['anhaenge'])),
    media: children(child(property, 'anhaenge'), 'anhang').map(readMedium),
  };
}

/** Reads an OpenImmo document like a portal; throws InvalidInput with the reason to refuse it. */
export function readDocument(xml: string): OpenImmoDocument {
  const root = child(parseXml(xml), 'openimmo');
  if (!root) throw new InvalidInput('The XML is not an openimmo document.');
  const transfer = child(root, 'uebertragung');
  if (!transfer) throw new InvalidInput('The document has no uebertragung.');
  const offices = children(root, 'anbieter');
  if (offices.length === 0) throw new InvalidInput('The document has no anbieter.');
  const objects = offices.flatMap((office) => children(office, 'immobilie')).map(readObject);
  const reportTo = attributeOf(transfer, 'techn_email');
  return { complete: attributeOf(transfer, 'umfang') === 'VOLL', reportTo, objects };
}
