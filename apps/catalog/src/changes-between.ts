import { isDeepStrictEqual } from 'node:util';
import type { PropertyRecord } from './domain/property.ts';

type Content = Pick<PropertyRecord, 'fields' | 'attachments' | 'links' | 'contactId' | 'onSold'>;

/** The fields in which two contents of a property differ. */
export function changesBetween(before: Content, after: Content): string[] {
  const [was, is] = [before.fields, after.fields] as [Record<string, unknown>, Record<string, unknown>];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !isDeepStrictEqual(was[name], is[name]),
  );
  const parts = (['attachments', 'links', 'onSold'] as const).filter(
    (part) => !isDeepStrictEqual(before[part], after[part]),
  );
  const contact = before.contactId === after.contactId ? [] : ['contact'];
  return [...fields.toSorted().map((name) => `fields.${name}`), ...parts, ...contact];
}
