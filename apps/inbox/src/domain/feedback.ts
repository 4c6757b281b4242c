import { externalIdOf, isUnsaidOfPerson } from '@estate/contracts';
import type { PropertyProvidedByPlatform, Prospect } from '@estate/contracts';
import { cutText } from './cut.ts';
import { failure } from './failure.ts';
import type { ParsingFailure } from './failure.ts';
import type { Inquiry } from './inquiry.ts';
import { allOf, childrenOf, textOf } from './xml-node.ts';
import type { XmlNode } from './xml-node.ts';

/** Longer texts are cut: an event has to fit through the broker. */
const LONGEST_TEXT = 1000;
export const LONGEST_MESSAGE = 65_536;

/**
 * The question of a person: their own message, or the text of the document or the email, which other persons in it may
 * share.
 */
export interface Person extends Omit<Inquiry, 'message'> {
  own?: string;
  shared: string;
}

/** Something in a document that did not become a request, and how often. */
export interface FeedbackProblem {
  why: ParsingFailure;
  count: number;
}

export interface FeedbackReading {
  people: Person[];
  problems: FeedbackProblem[];
}

/** Reads a feedback document by the names of its elements, whatever their order and place. */
export function readFeedback(root: XmlNode, document: { hash: string; text: string }): FeedbackReading {
  if (root.name !== 'openimmo_feedback') {
    const message = `The XML document is not a contact request: <${cutText(root.name, 100)}>.`;
    return unread(failure('xml_not_a_request', message));
  }
  const pairs = pairsOf(root);
  const named = pairs.filter(([prospect]) => saysSomething(prospect));
  const unnamed = pairs.filter(([prospect]) => !saysSomething(prospect) && hasText(prospect)).length;
  if (named.length === 0 && unnamed === 0) return unread(withoutProspect(root));
  const shared = cutText(messageOf(root) ?? document.text, LONGEST_MESSAGE);
  const people = named.map(([prospect, object], index): Person => {
    const own = messageOf(prospect) ?? (object && messageOf(object));
    return {
      origin: `${document.hash}:${index}`,
      ...(own !== undefined && { own: cutText(own, LONGEST_MESSAGE) }),
      shared,
      prospect: prospectOf(prospect),
      property: object ? propertyOf(object) : {},
      externalIds: object ? externalIdsOf(object) : [],
    };
  });
  return { people, problems: [...problem(UNKNOWN_FORM, unnamed), ...problem(TEXT_CUT, cutTexts(root))] };
}

const unread = (why: ParsingFailure): FeedbackReading => ({ people: [], problems: problem(why, 1) });

const problem = (why: ParsingFailure, count: number): FeedbackProblem[] =>
  count > 0 ? [{ why, count }] : [];

const UNKNOWN_FORM = failure('no_prospect', 'The contact request describes a person in an unsupported form.');
const TEXT_CUT = failure(
  'too_large',
  `Texts of the contact request are too long. They were cut at ${LONGEST_TEXT} characters, messages at ${LONGEST_MESSAGE}.`,
);

/** Every person with the object it is about: the one around it, else the one before it, else the only one. */
function pairsOf(root: XmlNode): [XmlNode, XmlNode | undefined][] {
  const pairs: [XmlNode, XmlNode | undefined][] = [];
  const [first] = allOf(root, 'objekt');
  let before: XmlNode | undefined;
  const visit = (child: XmlNode): void => {
    if (child.name === 'objekt') {
      before = child;
      for (const prospect of allOf(child, 'interessent')) pairs.push([prospect, child]);
    } else if (child.name === 'interessent') pairs.push([child, before ?? first]);
    else child.children.forEach(visit);
  };
  root.children.forEach(visit);
  return pairs;
}

const saysSomething = (prospect: XmlNode): boolean =>
  prospect.children.some(({ text }) => text.trim() !== '');

const hasText = (node: XmlNode): boolean => node.text.trim() !== '' || node.children.some(hasText);

/** How many texts of the document are longer than what is kept of them. */
function cutTexts({ name, text, children }: XmlNode): number {
  const most = KEPT.get(name) ?? Infinity;
  return children.reduce((sum, child) => sum + cutTexts(child), text.trim().length > most ? 1 : 0);
}

function withoutProspect(root: XmlNode): ParsingFailure {
  const isReport = childrenOf(root, 'fehlerliste').length > 0 || childrenOf(root, 'status').length > 0;
  if (isReport)
    return failure(
      'xml_not_a_request',
      'The XML document is an import report of the platform, not a contact request.',
    );
  return failure('no_prospect', 'The contact request does not name a prospect.');
}

/** The message of a person; platforms put it inside the person or beside it. */
const messageOf = (node: XmlNode): string | undefined => saidIn(node, 'anfrage') ?? saidIn(node, 'bemerkung');

/** Our fields and the elements that they are read from. */
const PROSPECT = {
  company: 'firma',
  email: 'email',
  firstName: 'vorname',
  lastName: 'nachname',
  mobilePhone: 'mobil',
  phone: 'tel',
  salutation: 'anrede',
};
const PROSPECT_ADDRESS = { city: 'ort', postalCode: 'plz', street: 'strasse' };
const PROPERTY = { publicUrl: 'expose_url', title: 'bezeichnung' };
const PROPERTY_ADDRESS = { street: 'strasse', cityDistrict: 'stadtbezirk', city: 'ort', country: 'land' };
const EXTERNAL_IDS = ['oobj_id', 'portal_obj_id'];

/** How much is kept of the elements that are read. */
const KEPT: ReadonlyMap<string, number> = new Map([
  ...[PROSPECT, PROSPECT_ADDRESS, PROPERTY, PROPERTY_ADDRESS, EXTERNAL_IDS]
    .flatMap((names) => Object.values<string>(names))
    .map((name) => [name, LONGEST_TEXT] as const),
  ...['anfrage', 'bemerkung'].map((name) => [name, LONGEST_MESSAGE] as const),
]);

const prospectOf = (node: XmlNode): Prospect => ({
  ...addressIn(node, PROSPECT_ADDRESS),
  ...fieldsIn(node, PROSPECT),
});

function propertyOf(node: XmlNode): PropertyProvidedByPlatform {
  const [externalId] = EXTERNAL_IDS.flatMap((name) => saidIn(node, name) ?? []);
  return {
    ...addressIn(node, PROPERTY_ADDRESS),
    ...(externalId !== undefined && { externalId: cutText(externalId, LONGEST_TEXT) }),
    ...fieldsIn(node, PROPERTY),
  };
}

/** The text of the first element of that name that says something, unlike `k.A.` or `-`. */
function saidIn(node: XmlNode, name: string): string | undefined {
  return childrenOf(node, name)
    .map(({ text }) => text.trim())
    .find((text) => !isUnsaidOfPerson(text));
}

/** The fields whose elements say something. */
function fieldsIn<K extends string>(node: XmlNode, elements: Record<K, string>): { [Field in K]?: string } {
  const entries = Object.entries<string>(elements).flatMap(([field, element]) => {
    const text = saidIn(node, element);
    return text === undefined ? [] : [[field, cutText(text, LONGEST_TEXT)]];
  });
  return Object.fromEntries(entries) as { [Field in K]?: string };
}

function addressIn<K extends string>(node: XmlNode, elements: Record<K, string>) {
  const address = fieldsIn(node, elements);
  const number = saidIn(node, 'hausnummer') ?? saidIn(node, 'hausnr');
  if (number === undefined) return Object.keys(address).length === 0 ? {} : { address };
  const street = saidIn(node, 'strasse') ?? '';
  const whole = endsInNumber(street, number) ? street : `${street} ${number}`.trim();
  return { address: { ...address, street: cutText(whole, LONGEST_TEXT) } };
}

/** Some platforms write the number behind the street, and again in its own element. */
function endsInNumber(street: string, number: string): boolean {
  const [whole, end] = [street, number].map((text) => text.toLowerCase().replace(/\s/g, ''));
  if (whole === undefined || end === undefined || !whole.endsWith(end)) return false;
  return !/\d$/.test(whole.slice(0, -end.length));
}

/** Some platforms send our number in the element of theirs, or at the end of the address of the page. */
export function externalIdsOf(node: XmlNode): string[] {
  const fromUrl = textOf(node, 'expose_url')
    ?.replace(/[?#].*$/s, '')
    .split('/')
    .findLast((part) => part !== '');
  const candidates = [...EXTERNAL_IDS, 'zusatz_refnr'].map((name) => textOf(node, name));
  const ids = [...candidates, fromUrl].filter((id) => id !== undefined).map(externalIdOf);
  return [...new Set(ids.filter(({ length }) => length <= 50))];
}
