import { SHOWN_TEXT_MAX } from '@estate/contracts';
import type { ReadDifference, ReadField, ShownValue } from '@estate/contracts';
import type { FieldOrigin, ImportedAttachment, ImportedObject } from '@estate/openimmo/read';

/** The values of an object that would be published, each with the element that it was read from. */
export function readFieldsOf(object: ImportedObject): ReadField[] {
  const origins = new Map((object.origins ?? []).map((origin) => [origin.field, origin]));
  return [...valuesOf(object)].map(([field, value]) => ({ field, value, ...sourceOf(origins, field) }));
}

/** The values that two readings of an object do not share. */
export function differencesOf(before: ImportedObject, after: ImportedObject): ReadDifference[] {
  const [former, present] = [valuesOf(before), valuesOf(after)];
  const fields = new Set([...former.keys(), ...present.keys()]);
  return [...fields].flatMap((field) => {
    const [one, other] = [former.get(field), present.get(field)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    return [
      { field, ...(one !== undefined && { before: one }), ...(other !== undefined && { after: other }) },
    ];
  });
}

/** A part of a field, such as a value of a certificate, may have been read with the whole. */
function sourceOf(
  origins: ReadonlyMap<string, FieldOrigin>,
  field: string,
): Pick<ReadField, 'path' | 'text'> {
  const origin = origins.get(field) ?? origins.get(field.replace(/\..*/, ''));
  return origin ? { path: origin.path, text: origin.text } : {};
}

/** All values by their names; none for an object that is not imported. */
function valuesOf({ property, contact, times, attachments }: ImportedObject): Map<string, ShownValue> {
  const values = new Map<string, ShownValue>();
  if (!property) return values;
  values.set('type', property.type);
  add(values, '', property.fields);
  add(values, 'contact.', contact?.fields ?? {});
  add(values, '', times ?? {});
  if (property.links)
    values.set(
      'links',
      property.links.map(({ url }) => cut(url)),
    );
  if (attachments.length > 0) values.set('attachments', attachments.map(nameOf));
  return values;
}

function add(values: Map<string, ShownValue>, prefix: string, fields: object): void {
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    const field = `${prefix}${name}`;
    if (typeof value === 'string') values.set(field, cut(value));
    else if (typeof value === 'number' || typeof value === 'boolean') values.set(field, value);
    else if (Array.isArray(value))
      values.set(
        field,
        value.map((item) => cut(String(item))),
      );
    else if (typeof value === 'object' && value !== null) add(values, `${field}.`, value);
  }
}

const nameOf = ({ title, source }: ImportedAttachment): string =>
  cut(title ?? (source.kind === 'package' ? source.path : source.kind === 'url' ? source.url : source.kind));

const cut = (text: string): string =>
  text.length > SHOWN_TEXT_MAX ? `${text.slice(0, SHOWN_TEXT_MAX)}…` : text;
