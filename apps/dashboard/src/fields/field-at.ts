import type { PropertyTypeDescription } from '@estate/client';
import type { Described } from './field-kind.ts';

/** The field with a name such as `livingArea`, or the part of a field such as `address.city`. */
export function fieldAt({ sections }: PropertyTypeDescription, path: string): Described | undefined {
  const [name, part] = path.split('.');
  const field = sections.flatMap(({ fields }) => fields).find((one) => one.name === name);
  return part === undefined ? field : field?.parts?.find((one) => one.name === part);
}
