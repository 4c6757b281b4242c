import { externalIdOf } from '@estate/contracts';
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

/** What a person asked: words of their own, or those of the document or the mail, which others in it may share. */
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
  if (root.name.toLowerCase() !== 'openimmo_feedback') {
    const message = `The XML document is not a contact request: <${cutText(root.name, 100)}>.`;
    return unread(failure('xml_not_a_request', message));
  }
  const pairs = pairsOf(root);
  const named = pairs.filter(([prospect]) => saysSomething(prospect));
  const unnamed = pairs.filter(([prospect]) => !saysSomething(prospect) && hasText(prospect)).length;
  if (named.length === 0 && unnamed === 0) return unread(withoutProspect(root));
  const shared = cutText(textBeside(root) ?? document.text, LONGEST_MESSAGE);
  const people = named.map(([prospect, object], index): Person => {
    const own = messageOf(prospect);
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
  const first = childrenOf(root, 'objekt')[0];
  let before: XmlNode | undefined;
  for (const child of root.children) {
    if (child.name === 'objekt') {
      before = child;
      for (const prospect of allOf(child, 'interessent')) pairs.push([prospect, child]);
    } else if (child.name === 'interessent') pairs.push([child, before ?? first]);
    else for (const prospect of allOf(child, 'interessent')) pairs.push([prospect, before ?? first]);
  }
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

/** How much is kept of the elements that are read. */
const KEPT: ReadonlyMap<string, number> = new Map([
  ...['anfrage', 'bemerkung'].map((name) => [name, LONGEST_MESSAGE] as const),
  ...[
    'ort', 'plz', 'strasse', 'stadtbezirk', 'land', 'firma', 'email', 'vorname', 'nachname', 'mobil', 'tel', 'anrede',
    'oobj_id', 'portal_obj_id', 'expose_url', 'bezeichnung',
  ].map((name) => [name, LONGEST_TEXT] as const), // oxfmt-ignore
]);

function withoutProspect(root: XmlNode): ParsingFailure {
  const isReport = childrenOf(root, 'fehlerliste').length > 0 || childrenOf(root, 'status').length > 0;
  if (isReport)
    return failure(
      'xml_not_a_request',
      'The XML document is an import report of the platform, not a contact request.',
    );
  return failure('no_prospect', 'The contact request does not name an interested person.');
}

const messageOf = (prospect: XmlNode): string | undefined =>
  textOf(prospect, 'anfrage') ?? textOf(prospect, 'bemerkung');

/** A platform may put the message beside the person, too. */
const textBeside = (root: XmlNode): string | undefined =>
  textOf(root, 'anfrage') ?? textOf(root, 'bemerkung');

function prospectOf(node: XmlNode): Prospect {
  const address = filled({
    city: short(node, 'ort'),
    postalCode: short(node, 'plz'),
    street: short(node, 'strasse'),
  });
  return filled({
    address: isEmpty(address) ? undefined : address,
    company: short(node, 'firma'),
    email: short(node, 'email'),
    firstName: short(node, 'vorname'),
    lastName: short(node, 'nachname'),
    mobilePhone: short(node, 'mobil'),
    phone: short(node, 'tel'),
    salutation: short(node, 'anrede'),
  });
}

function propertyOf(node: XmlNode): PropertyProvidedByPlatform {
  const address = filled({
    street: short(node, 'strasse'),
    cityDistrict: short(node, 'stadtbezirk'),
    city: short(node, 'ort'),
    country: short(node, 'land'),
  });
  return filled({
    address: isEmpty(address) ? undefined : address,
    externalId: short(node, 'oobj_id') ?? short(node, 'portal_obj_id'),
    publicUrl: short(node, 'expose_url'),
    title: short(node, 'bezeichnung'),
  });
}

/** Some platforms put our number into the place of theirs, or at the end of the address of the page. */
export function externalIdsOf(node: XmlNode): string[] {
  const fromUrl = textOf(node, 'expose_url')
    ?.replace(/[?#].*$/s, '')
    .split('/')
    .findLast((part) => part !== '');
  const candidates = [
    textOf(node, 'oobj_id'),
    textOf(node, 'portal_obj_id'),
    textOf(node, 'zusatz_refnr'),
    fromUrl,
  ];
  const ids = candidates.filter((id) => id !== undefined).map(externalIdOf);
  return [...new Set(ids.filter(({ length }) => length <= 50))];
}

const short = (node: XmlNode, name: string): string | undefined => {
  const text = textOf(node, name);
  return text === undefined ? undefined : cutText(text, LONGEST_TEXT);
};

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** The object without what is undefined. */
const filled = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
