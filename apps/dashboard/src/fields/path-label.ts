import type { PropertyTypeDescription } from '@estate/client';
import { fieldsIn } from './field-draft.ts';
import type { Described } from './field-kind.ts';
import type { FieldTexts, Words } from './field-text.ts';

export interface Around {
  type: Pick<PropertyTypeDescription, 'sections'>;
  texts: FieldTexts;
  t: Words['t'];
}

/** The group and the field that a path such as `fields.address.street` names. */
export function described(
  path: string,
  type: Around['type'],
): [Described | undefined, Described | undefined] {
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

/** The label of the field with this path, as the form calls it. */
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
