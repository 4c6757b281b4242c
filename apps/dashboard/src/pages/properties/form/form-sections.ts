import type { PropertyTypeDescription } from '@estate/client';
import type { Described } from '../../../fields/field-kind.ts';

/** The sections below the fields of the type, by the ids of their elements. */
export const FORM_SECTIONS = {
  more: 'section-more',
  attachments: 'section-attachments',
  links: 'section-links',
  own: 'section-own',
} as const;

/** The element that lists lost files. */
export const UNSAVED_PLACE = 'unsaved-files';

export const idOfSection = (name: string): string => `section-of-${name}`;

/** The fields of a section in the order of the form. */
export const requiredFirst = (fields: readonly Described[]): readonly Described[] =>
  fields.toSorted((one, other) => Number(other.required) - Number(one.required));

/** The paths of all fields in the order of the form. */
export const pathsInOrder = ({ sections }: Pick<PropertyTypeDescription, 'sections'>): string[] =>
  sections
    .flatMap(({ fields }) => requiredFirst(fields))
    .flatMap(({ name, parts }) => [
      `fields.${name}`,
      ...(parts ?? []).map((part) => `fields.${name}.${part.name}`),
    ]);
