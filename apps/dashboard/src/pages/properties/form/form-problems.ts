import { ApiError } from '@estate/client';
import type { FieldError, PropertyTypeDescription } from '@estate/client';
import { fieldsIn } from '../../../fields/field-draft.ts';
import type { Described } from '../../../fields/field-kind.ts';
import type { FieldTexts, Words } from '../../../fields/field-text.ts';
import { problemText } from '../../../fields/problem-text.ts';
import { pathsInOrder } from './form-sections.ts';

/** A refused field of the form. */
export interface FormProblem {
  path: string;
  /** What the form calls the field. */
  label: string;
  text: string;
}

export interface Around {
  type: Pick<PropertyTypeDescription, 'sections'>;
  texts: FieldTexts;
  t: Words['t'];
}

/** Refusals that name no field, and the fields that they are about. */
const FIELD_OF_CODE: Readonly<Record<string, FieldError>> = {
  'external-id-taken': { path: 'externalId', message: '', code: 'external-id-taken' },
  'contact-unknown': { path: 'contactId', message: '', code: 'contact-unknown' },
};

/** The refused fields, in the order of the form. */
export function formProblems(error: unknown, around: Around): FormProblem[] {
  if (!(error instanceof ApiError)) return [];
  const ofCode = FIELD_OF_CODE[error.code];
  const details = ofCode && error.details.length === 0 ? [ofCode] : error.details;
  const order = pathsInOrder(around.type);
  const placeOf = ({ path }: FieldError) => {
    const place = order.indexOf(path);
    return place === -1 ? order.length : place;
  };
  return details
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((detail) => ({
      path: detail.path,
      label: labelOfPath(detail.path, around),
      text: textOf(detail, around),
    }));
}

function textOf(problem: FieldError, { type, texts, t }: Around): string {
  if (problem.code === 'external-id-taken') return t('problem.externalIdTaken');
  if (problem.code === 'contact-unknown') return t('problem.contactUnknown');
  const [group, field] = described(problem.path, type);
  const siblings = group?.parts ?? fieldsIn(type);
  return problemText(problem, { t, texts, field, siblings });
}

/** The group and the field that a path such as `fields.address.street` names. */
function described(path: string, type: Around['type']): [Described | undefined, Described | undefined] {
  const [root, name, part] = path.split('.');
  if (root !== 'fields') return [undefined, undefined];
  const field = fieldsIn(type).find((one) => one.name === name);
  if (part === undefined || !field?.parts) return [undefined, field];
  return [field, field.parts.find((one) => one.name === part)];
}

const OWN = {
  externalId: 'property.externalId',
  contactId: 'property.contact',
  onSold: 'property.staysWhenSold',
} as const;
const ROWS = { attachments: 'property.attachment', links: 'property.link' } as const;
const CELLS: Readonly<Record<string, 'property.webAddress' | 'property.linkTitle' | 'property.caption'>> = {
  'attachments.url': 'property.webAddress',
  'attachments.title': 'property.caption',
  'links.url': 'property.webAddress',
  'links.title': 'property.linkTitle',
};

/** What the form calls the field with this path. */
export function labelOfPath(path: string, { type, texts, t }: Around): string {
  const [group, field] = described(path, type);
  if (field) return group ? `${texts.labelOf(group)}: ${texts.labelOf(field)}` : texts.labelOf(field);
  if (path in OWN) return t(OWN[path as keyof typeof OWN]);
  const [root = '', index = '', cell = ''] = path.split('.');
  if (!(root in ROWS)) return path;
  if (index === '') return t(`property.${root as keyof typeof ROWS}`);
  const row = t(ROWS[root as keyof typeof ROWS], { number: Number(index) + 1 });
  const name = CELLS[`${root}.${cell}`];
  return name ? `${row}: ${t(name)}` : row;
}
