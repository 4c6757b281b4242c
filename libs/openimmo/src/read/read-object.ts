import type { AnyFields, Link, PropertyType } from '@estate/contracts';
import { MAPPED_SECTIONS } from '../mapping/mapping.ts';
import { attachmentsOf } from './attachments-of.ts';
import type { ImportedAttachment } from './attachments-of.ts';
import { Claims } from './claims.ts';
import type { UnmappedValue } from './claims.ts';
import { contactOf } from './contact-of.ts';
import type { ImportedContact } from './contact-of.ts';
import { Draft } from './draft.ts';
import { objectProblem } from './object-problem.ts';
import type { ObjectProblem } from './object-problem.ts';
import type { ReadElement } from './element.ts';
import { Place } from './found.ts';
import { actionOf, importedIdOf, numbersOf } from './identity.ts';
import type { ImportAction, ObjectNumbers } from './identity.ts';
import type { ReadLimits } from './limits.ts';
import { propertyTypeOf } from './property-type-of.ts';
import type { Provider, Transfer } from './transfer.ts';

/** The body of `POST /properties`, without attachments and contact, which are created apart. */
export interface ImportedProperty {
  type: PropertyType;
  fields: AnyFields;
  externalId: string;
  links?: Link[];
}

/** All that an object of a package says. */
export interface ImportedObject {
  action: ImportAction;
  provider: Provider;
  numbers: ObjectNumbers;
  /** Absent only when the object has no number, which is an error. */
  externalId?: string;
  /** Absent when there is an error, and for an object that is to be deleted. */
  property?: ImportedProperty;
  attachments: ImportedAttachment[];
  contact?: ImportedContact;
  /** Values that nothing was read from. */
  unmapped: UnmappedValue[];
  /** How many further values are not listed. */
  unmappedRest: number;
  /** Errors first. */
  problems: ObjectProblem[];
  /** How many further problems are not listed. */
  problemsRest: number;
}

export interface ObjectSource {
  element: ReadElement;
  provider: Provider;
  transfer: Transfer;
  /** Why the object is not complete. */
  fault: string | undefined;
}

/** Reads one object; whatever is wrong with it is said in it. */
export function readObject(source: ObjectSource, limits: ReadLimits): ImportedObject {
  const { element, provider, transfer, fault } = source;
  const claims = new Claims();
  const object = new Place([element], '', claims);
  const technical = object.inside('verwaltung_techn');
  const action = actionOf(technical, transfer);
  const numbers = numbersOf(technical);
  const externalId = importedIdOf(numbers);
  const problems = [...faultOf(fault), ...withoutNumber(externalId)];
  const identity = { action, provider, numbers, ...(externalId !== undefined && { externalId }) };
  if (action === 'delete')
    return { ...identity, attachments: [], unmapped: [], unmappedRest: 0, problems, problemsRest: 0 };
  const content = contentOf(object, claims, { ...source, externalId });
  problems.push(...content.problems);
  const isUsable = problems.every(({ severity }) => severity !== 'error');
  return {
    ...identity,
    ...(isUsable && content.property !== undefined && { property: content.property }),
    attachments: content.attachments,
    ...(content.contact !== undefined && { contact: content.contact }),
    ...unmappedOf(element, claims, limits),
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

function withoutNumber(externalId: string | undefined): ObjectProblem[] {
  if (externalId !== undefined) return [];
  return [objectProblem('error', { path: 'verwaltung_techn', reason: 'number_missing' })];
}

type Content = Pick<ImportedObject, 'property' | 'attachments' | 'contact' | 'problems'>;

function contentOf(
  object: Place,
  claims: Claims,
  source: ObjectSource & { externalId: string | undefined },
): Content {
  const country = object.inside('geo').find('land/@iso_land')?.text;
  const person = object.inside('kontaktperson').first();
  const { contact, problems: ofContact } = contactOf(person, source.provider, country);
  const { attachments, links, problems: ofAttachments } = attachmentsOf(object.inside('anhaenge'), claims);
  const { property, problems: ofProperty } = propertyOf(object, source.externalId);
  return {
    ...(property !== undefined && { property: { ...property, ...(links.length > 0 && { links }) } }),
    attachments,
    ...(contact !== undefined && { contact }),
    problems: [...ofProperty, ...ofContact, ...ofAttachments],
  };
}

function propertyOf(
  object: Place,
  externalId: string | undefined,
): { property?: ImportedProperty; problems: ObjectProblem[] } {
  const reading = propertyTypeOf(object);
  if (!('type' in reading)) return { problems: [objectProblem('error', reading)] };
  const { type } = reading;
  const draft = new Draft(type);
  const currency = foreignCurrency(object);
  for (const [name, row] of MAPPED_SECTIONS) {
    if (name !== 'preise' || currency === undefined) row.read(object, draft);
  }
  if (currency !== undefined) {
    draft.warn(currency, { reason: 'currency_foreign' });
  }
  const fields = draft.finish();
  const isComplete = fields !== undefined && externalId !== undefined;
  return { ...(isComplete && { property: { type, fields, externalId } }), problems: draft.problems };
}

const foreignCurrency = (object: Place) =>
  object.inside('preise').findAll('waehrung/@iso_waehrung').find(({ text }) => !/^(EUR|€)$/i.test(text)); // oxfmt-ignore

function unmappedOf(
  element: ReadElement,
  claims: Claims,
  { unmapped: most, unmappedLength }: ReadLimits,
): Pick<ImportedObject, 'unmapped' | 'unmappedRest'> {
  const unmapped: UnmappedValue[] = [];
  let unmappedRest = 0;
  for (const { path, value } of claims.unclaimed(element)) {
    if (unmapped.length < most) unmapped.push({ path, value: value.slice(0, unmappedLength) });
    else unmappedRest += 1;
  }
  return { unmapped, unmappedRest };
}
