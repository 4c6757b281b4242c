import { FIELDS, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { CATEGORIES } from '../src/mapping/categories.ts';
import { furtherWordsOf } from '../src/mapping/further-words.ts';
import { LOSSES } from '../src/mapping/losses.ts';
import { carries } from '../src/mapping/mapping.ts';

const NOTICE = '<!-- Generated from the mapping of OpenImmo: libs/openimmo/src/mapping. -->';

const code = (text: string) => `\`${text}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** Where a field lands in any type. */
function pathsOf(field: FieldName): string[] {
  const paths = PROPERTY_TYPE_NAMES.flatMap((type) => carries(type)[field] ?? []);
  return [...new Set(paths)];
}

const fieldRows = FIELD_NAMES.map((field) => {
  const paths = pathsOf(field);
  return [code(field), paths.length === 0 ? 'not supported' : paths.map(code).join(', ')];
});

const TYPE_HEAD = [
  ...['objektart', 'nutzungsart', 'vermarktungsart'].map(code),
  'Attribute for the kind',
  'Property type',
];

function typeRow(type: PropertyType): string[] {
  const { deal, label } = PROPERTY_TYPES[type];
  const { object, kind, isInvestment } = CATEGORIES[type];
  const use = PROPERTY_TYPES[type].use === 'residential' ? 'WOHNEN' : 'GEWERBE';
  return [
    code(object),
    [code(use), ...(isInvestment ? [code('ANLAGE')] : [])].join(', '),
    code(deal === 'sale' ? 'KAUF' : 'MIETE_PACHT'),
    kind === undefined ? '' : code(`@${kind.attribute}`),
    `${code(type)}: ${label.en}`,
  ];
}

const wordRows = FIELD_NAMES.flatMap((field) => {
  const words = Object.entries(furtherWordsOf(field));
  return words.length === 0
    ? []
    : [[code(field), words.map(([word, value]) => `${code(word)} as ${code(value)}`).join(', ')]];
});

/** The page on what the reader and the writer of OpenImmo carry. */
export const openimmoPage = (): string => `${NOTICE}

# OpenImmo

Find out how OpenImmo documents are imported, which elements each field is read from, and which values are not supported. The service uses the same
tables to write the documents for portals. A property that is exported and imported again is therefore the same, except for the
[values that change](#values-that-change-in-a-round-trip).

The service reads OpenImmo 1.2.0 to 1.2.7c, with or without a namespace, with the elements in any order.

| In the document | Result |
| --- | --- |
| a required field, the number or the property type is missing | error: the object is not imported |
| a value is invalid for its field | warning: the property is imported without the value |
| a value is not in the tables of this page | the import lists it as an unmapped value, with its path |

## Property types

An object that matches no row has no property type. This is an error.

${table(TYPE_HEAD, PROPERTY_TYPE_NAMES.map(typeRow))}

\`freizeitimmobilie_gewerblich\` is read as \`sonstige\`.

If an object is both for sale and for rent, its price determines the deal. If it has prices for both, export it as two objects.

## Fields

All paths are below \`immobilie\`. If a field has several elements, the first one that determines the value is used.

${table(['Field', 'Elements'], fieldRows)}

- Numbers can have a comma and a unit.
- Dates can have a time and a time zone.
- Flags can be \`true\`, \`1\` or \`ja\`.
- HTML tags are removed from texts. Texts that are too long are cut.
- Prices in other currencies than EUR are not imported. The object has a warning.
- If \`nettokaltmiete\` is missing, \`kaltmiete\` is the base rent.
- If the property type requires a street number, it is separated from the street.
- An address without \`objektadresse_freigeben\` is public.

## Additional values

The service also reads these values, which it does not write. Each is imported as the closest value of the field.

${table(['Field', 'Values'], wordRows)}

## Attachments and contacts

| In the document | In the property |
| --- | --- |
| \`anhang\` with a path, a URL or embedded base64 | an attachment; \`TITELBILD\` comes first, \`GRUNDRISS\` is a floor plan |
| \`anhang\` of the group \`LINKS\`, \`FILMLINK\`, \`PANORAMA\` or \`ANBOBJURL\` with a URL | a link |
| \`anhang\` of the group \`ANBIETERLOGO\`, \`QRCODE\` or \`EPASS-SKALA\` | not imported |
| \`kontaktperson\` | a contact: the first valid email address, the name or, if it is missing, the company, and telephone numbers with country and area code. Persons with the same \`personennummer\`, or with the same name and email address, are the same contact |

## Values that change in a round trip

These values change when a property is exported to OpenImmo and imported again.

${table(
  ['Value', 'Reason'],
  LOSSES.map(({ what, reason }) => [what, reason]),
)}
`;
