import type { AnyFields, Link, PropertyType } from '@estate/contracts';
import { namedCountry } from '../mapping/address.ts';
import { CATEGORIES } from '../mapping/categories.ts';
import { isUnknownDecider } from '../mapping/deciders.ts';
import { MAPPED_SECTIONS } from '../mapping/mapping.ts';
import { readParking } from '../mapping/parking.ts';
import { actionOf } from './action-of.ts';
import type { ImportAction } from './action-of.ts';
import { attachmentsOf, namedFilesIn } from './attachments-of.ts';
import type { ImportedAttachment, NamedFile } from './attachments-of.ts';
import { Claims } from './claims.ts';
import type { UnmappedValue } from './claims.ts';
import { contactOf } from './contact-of.ts';
import type { ImportedContact } from './contact-of.ts';
import { conclude, concludeWithoutPrices } from './conclusions.ts';
import { foreignCurrency } from './currency.ts';
import { marksOfObject } from './decimal-mark.ts';
import { Draft } from './draft.ts';
import type { Habits } from './draft.ts';
import { objectProblem, shown } from './object-problem.ts';
import type { ObjectProblem } from './object-problem.ts';
import { elementOf } from './element-of.ts';
import type { ReadElement } from './element.ts';
import { Place } from './found.ts';
import { importedIdOf, numbersOf, unsaidNumber } from './identity.ts';
import type { ObjectNumbers } from './identity.ts';
import type { ReadLimits } from './limits.ts';
import { propertyTypeOf } from './property-type-of.ts';
import type { NearestType } from './property-type-of.ts';
import { portalProblems } from './portal-problems.ts';
import { timesOf } from './times-of.ts';
import type { ImportedTimes } from './times-of.ts';
import type { Provider, Transfer } from './transfer.ts';
import type { Marks } from './values.ts';

/** The body of `POST /properties`, without attachments and contact, which are created separately. */
export interface ImportedProperty {
  type: PropertyType;
  fields: AnyFields;
  externalId: string;
  links?: Link[];
}

/** The source of a field in the document. */
export interface FieldOrigin {
  /** A field of the property, or a part of it such as `address.city`. */
  field: string;
  path: string;
  text: string;
}

/** The result of reading an object of a package. */
export interface ImportedObject {
  action: ImportAction;
  provider: Provider;
  numbers: ObjectNumbers;
  /** Absent only if the object has no number, which is an error. */
  externalId?: string;
  /** Absent after an error, and for a deletion. */
  property?: ImportedProperty;
  attachments: ImportedAttachment[];
  /** All files that it names, including those that are not published. */
  namedFiles: NamedFile[];
  contact?: ImportedContact;
  /** The period in which the object is offered, if given. */
  times?: ImportedTimes;
  /** The sources of its fields, if the caller asked for them. */
  origins?: FieldOrigin[];
  /** Values that were not used. */
  unmapped: UnmappedValue[];
  /** The number of further values that are not listed. */
  unmappedRest: number;
  /** Errors first. */
  problems: ObjectProblem[];
  /** The number of further problems that are not listed. */
  problemsRest: number;
}

export interface ObjectSource {
  /** True if characters that XML forbids were left out. */
  hadControls: boolean;
  element: ReadElement;
  provider: Provider;
  transfer: Transfer;
  /** The reason why the object is not complete. */
  fault: string | undefined;
}

interface ReadHabits extends Pick<Habits, 'country'> {
  tellsOrigins?: boolean;
  /** The marks in the numbers of the other objects, for an object that shows none. */
  marks?: Marks | undefined;
}

/** Reads one object; its problems are part of the result. */
export function readObject(
  source: ObjectSource,
  limits: ReadLimits,
  { country, tellsOrigins = false, marks }: ReadHabits,
): ImportedObject {
  const { element, provider, transfer, fault } = source;
  const claims = new Claims();
  const object = new Place([element], '', claims);
  const technical = object.inside('verwaltung_techn');
  const { action, problems: ofAction } = actionOf(technical, transfer);
  const numbers = numbersOf(technical);
  const externalId = importedIdOf(numbers);
  const problems = [...faultOf(fault), ...numberProblems(numbers), ...withControls(source)];
  const namedFiles = namedFilesIn(element);
  const identity = { action, provider, numbers, namedFiles, ...(externalId !== undefined && { externalId }) };
  if (action === 'delete')
    return { ...identity, attachments: [], unmapped: [], unmappedRest: 0, problems, problemsRest: 0 };
  const times = timesOf(object);
  problems.push(...ofAction, ...portalProblems(technical));
  const content = contentOf(object, claims, { ...source, externalId, country, marks });
  // The elements of an object without a type have not been read.
  const isUnknown = content.hasType ? isUnknownDecider : () => false;
  const values = [...claims.unclaimed(element)];
  const deciders = values.filter(({ path, value }) => isUnknown(path, value)).map(unknownDecider);
  const unmapped = values.filter(({ path, value }) => !isUnknown(path, value));
  problems.push(...content.problems, ...deciders);
  const isUsable = problems.every(({ severity }) => severity !== 'error');
  return {
    ...identity,
    ...(isUsable && content.property !== undefined && { property: content.property }),
    attachments: content.attachments,
    ...(content.contact !== undefined && { contact: content.contact }),
    ...(Object.keys(times).length > 0 && { times }),
    ...(tellsOrigins && { origins: content.origins }),
    ...unmappedOf(unmapped, limits),
    ...listed(problems, limits.problems),
  };
}

function listed(
  problems: readonly ObjectProblem[],
  most: number,
): Pick<ImportedObject, 'problems' | 'problemsRest'> {
  const rank = ({ severity }: ObjectProblem) => (severity === 'error' ? 0 : 1);
  const ordered = problems.toSorted((one, other) => rank(one) - rank(other));
  return { problems: ordered.slice(0, most), problemsRest: Math.max(0, ordered.length - most) };
}

const faultOf = (fault: string | undefined): ObjectProblem[] =>
  fault === undefined
    ? []
    : [objectProblem('error', { path: '', reason: 'object_too_large', parameters: { details: fault } })];

function withControls({ hadControls }: ObjectSource): ObjectProblem[] {
  return hadControls ? [objectProblem('warning', { path: '', reason: 'controls_removed' })] : [];
}

function numberProblems(numbers: ObjectNumbers): ObjectProblem[] {
  const path = 'verwaltung_techn';
  if (importedIdOf(numbers) === undefined)
    return [objectProblem('error', { path, reason: 'number_missing' })];
  const value = unsaidNumber(numbers);
  return value === undefined ? [] : [objectProblem('warning', { path, value, reason: 'number_unsaid' })];
}

type Content = Pick<ImportedObject, 'property' | 'attachments' | 'contact' | 'problems'> & {
  hasType: boolean;
  origins: FieldOrigin[];
};

function contentOf(object: Place, claims: Claims, source: ObjectSource & ForProperty): Content {
  const person = object.inside('kontaktperson').first();
  const { contact, problems: ofContact } = contactOf(person, source.provider, countriesOf(object, source));
  const { attachments, links, problems: ofAttachments } = attachmentsOf(object.inside('anhaenge'), claims);
  const { property, problems: ofProperty, hasType, origins } = propertyOf(object, source);
  return {
    ...(property !== undefined && { property: { ...property, ...(links.length > 0 && { links }) } }),
    attachments,
    hasType,
    origins,
    ...(contact !== undefined && { contact }),
    problems: [...ofProperty, ...ofContact, ...ofAttachments],
  };
}

/** The country of the object, if it names one, and that of the source. */
const countriesOf = (object: Place, { country }: ForProperty): string[] => [
  ...namedCountry(object.inside('geo')),
  country,
];

interface ForProperty extends Pick<ReadHabits, 'country' | 'marks'> {
  externalId: string | undefined;
}

function propertyOf(
  object: Place,
  { externalId, country, marks: ofOthers }: ForProperty,
): Pick<Content, 'property' | 'problems' | 'hasType' | 'origins'> {
  const reading = propertyTypeOf(object);
  if (!('type' in reading))
    return { problems: [objectProblem('error', reading)], hasType: false, origins: [] };
  const { type, readAs } = reading;
  const marks = joined(marksOfObject(object), ofOthers);
  const draft = new Draft(type, { country, marks, elementOf: elementOf(type) });
  if (readAs !== undefined) adopt(readAs, draft);
  const currency = foreignCurrency(object.inside('preise'));
  for (const [name, row] of MAPPED_SECTIONS) {
    if (name !== 'preise' || currency === undefined) row.read(object, draft);
  }
  if (currency === undefined) {
    readParking(object, draft);
    conclude(object, draft);
  } else {
    draft.warn(currency, { reason: 'currency_foreign' });
    concludeWithoutPrices(object, draft);
  }
  const fields = draft.finish();
  const isComplete = fields !== undefined && externalId !== undefined;
  return {
    ...(isComplete && { property: { type, fields, externalId } }),
    problems: draft.problems,
    hasType: true,
    origins: originsIn(draft),
  };
}

/** What an object does not show is as other objects have it. */
const joined = (own: Marks, others: Marks = {}): Marks => ({
  decimal: own.decimal ?? others.decimal,
  threeDecimals: own.threeDecimals ?? others.threeDecimals,
});

const originsIn = ({ origins }: Draft): FieldOrigin[] =>
  [...origins].map(([field, { path, text }]) => ({ field, path, text: shown(text) }));

/** Sets the kind of the nearest type, for an object without a type of its own. */
function adopt({ path, value, details, kind }: NearestType, draft: Draft): void {
  const { kind: of } = CATEGORIES[draft.type];
  if (of?.field !== undefined && kind !== undefined) draft.assume(of.field, of.valueOf(kind));
  const parameters = { details, propertyType: draft.type };
  draft.note(path, { value: shown(value), reason: 'read_as', parameters });
}

const unmappedOf = (
  values: readonly UnmappedValue[],
  { unmapped: most, unmappedLength }: ReadLimits,
): Pick<ImportedObject, 'unmapped' | 'unmappedRest'> => ({
  unmapped: values.slice(0, most).map(({ path, value }) => ({ path, value: value.slice(0, unmappedLength) })),
  unmappedRest: Math.max(0, values.length - most),
});

const unknownDecider = ({ path, value }: UnmappedValue): ObjectProblem =>
  objectProblem('warning', { path, value: shown(value), reason: 'decider_unknown' });
