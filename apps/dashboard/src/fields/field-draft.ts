import type { PropertyTypeDescription } from '@estate/client';
import { kindOf } from './field-kind.ts';
import type { Described } from './field-kind.ts';
import { plain } from './field-text.ts';

/** A typed or chosen value; an empty text or list is no value. */
export type DraftValue = string | readonly string[];
/** Values by the paths of their fields, such as `title` and `address.street`. */
export type FieldsDraft = Readonly<Record<string, DraftValue>>;

type Values = Readonly<Record<string, unknown>>;

export const fieldsIn = ({ sections }: Pick<PropertyTypeDescription, 'sections'>): Described[] =>
  sections.flatMap(({ fields }) => fields);

/** The initial form: with the values of a property, or with the defaults of a new one. */
export function draftOf(fields: readonly Described[], values: Values | undefined): FieldsDraft {
  const draft: Record<string, DraftValue> = {};
  for (const field of fields) {
    const value = values?.[field.name];
    if (!field.parts) {
      draft[field.name] = values ? typedOf(field, value) : firstOf(field);
      continue;
    }
    const parts = isObject(value) ? value : undefined;
    for (const part of field.parts) {
      draft[`${field.name}.${part.name}`] = values ? typedOf(part, parts?.[part.name]) : firstOf(part);
    }
  }
  return draft;
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

const isRequiredFlag = (field: Described): boolean => field.required && kindOf(field) === 'flag';

/** A required boolean is a checkbox that is not ticked yet. */
function firstOf(field: Described): DraftValue {
  if (kindOf(field) === 'choices') return [];
  const usual = field.schema['default'];
  if (typeof usual === 'string') return usual;
  return isRequiredFlag(field) ? 'false' : '';
}

function typedOf(field: Described, value: unknown): DraftValue {
  if (kindOf(field) === 'choices') return Array.isArray(value) ? value.map(String) : [];
  return value === undefined || value === null ? '' : plain(value);
}

/** The fields in the format of the API, without empty ones. */
export function fieldsOf(fields: readonly Described[], draft: FieldsDraft): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    const value = field.parts ? groupOf(field, draft) : valueOf(field, draft[field.name]);
    if (value !== undefined) given[field.name] = value;
  }
  return given;
}

function groupOf({ name, required, parts = [] }: Described, draft: FieldsDraft): object | undefined {
  const typed = parts.map((part) => [part, valueOf(part, draft[`${name}.${part.name}`])] as const);
  const given = typed.filter(([, value]) => value !== undefined);
  if (!required && given.every(([part]) => isRequiredFlag(part))) return undefined;
  return Object.fromEntries(given.map(([part, value]) => [part.name, value]));
}

function valueOf(field: Described, value: DraftValue = ''): unknown {
  if (typeof value !== 'string') return value.length === 0 ? undefined : value;
  if (value.trim() === '') return undefined;
  switch (kindOf(field)) {
    case 'flag':
      return value === 'true';
    case 'number':
      return Number(value);
    default:
      return value;
  }
}

/** True if any part of a field is set. */
export const isSet = ({ name, parts }: Described, draft: FieldsDraft): boolean =>
  (parts ? parts.map((part) => `${name}.${part.name}`) : [name]).some((path) => {
    const value = draft[path];
    return value !== undefined && value.length > 0;
  });
