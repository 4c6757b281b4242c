import { FIELDS, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { CATEGORIES } from '../src/mapping/categories.ts';
import { CERTIFICATE_FIELDS } from '../src/mapping/certificate-fields.ts';
import { DECIDERS } from '../src/mapping/deciders.ts';
import { furtherWordsOf } from '../src/mapping/further-words.ts';
import { LOSSES } from '../src/test-support/losses.ts';
import { carries } from '../src/mapping/mapping.ts';
import { code, table } from './markdown.ts';

const NOTICE = '<!-- Generated from the mapping of OpenImmo: libs/openimmo/src/mapping. -->';

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** The paths of a field in any type. */
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
| a value that decides what is published is not understood | warning, or error; see [elements that decide](#elements-that-decide) |
| another value is not in the tables of this page | the import lists it as an unmapped value, with its path |

## Property types

An object that matches no row has no property type. This is an error.

${table(TYPE_HEAD, PROPERTY_TYPE_NAMES.map(typeRow))}

These objects have no property type. They are imported as the closest one, with a warning:

- \`freizeitimmobilie_gewerblich\` as \`sonstige\`;
- \`land_und_forstwirtschaft\` as \`commercialPlotBuy\` with \`commercialPlotType: agriculture\`, or as \`plotRent\`; the values \`BAUERNHOF\`, \`AUSSIEDLERHOF\` and
  \`ANWESEN\` of \`@land_typ\` as a house with \`houseType: farm\`;
- \`parken_typ="BOOTSLIEGEPLATZ"\` as a parking space with \`parkingSpaceType: outdoor\`.

Rooms in shared flats (\`zimmer\`) are not supported.

An object whose property type depends on its use (\`nutzungsart\`) is not imported if the use is not understood. If it is for no certain use, or for both, its kind
determines the type. If the kind does not, the object is imported as residential, with a warning. The kind of a plot (\`grundst_typ\`) decides over its use: \`LAND_FORSTWIRSCHAFT\`,
\`GEWERBE\`, \`INDUSTRIE\` and \`FREIZEIT\` for sale are commercial plots, and \`WOHNEN\` is a residential one. If the use says otherwise, or no type has the kind
(\`SEELIEGENSCHAFT\`, commercial plots for rent), the object has a warning.

An object with several kinds of one \`objektart\` has the first of them, with a warning. An object with several \`objektart\` is not imported.

If an object is both for sale and for rent, its price determines the deal. If it has prices for both, export it as two objects.

## Fields

All paths are below \`immobilie\`. If a field has several elements, the first one that determines the value is used.

${table(['Field', 'Elements'], fieldRows)}

- Numbers can have a comma and a unit. A number with one separator before three digits, such as \`1.250\`, is read as the [usual values](property-types.md#usual-numbers)
  of the field decide, then as the document writes its other numbers. Otherwise, it has a warning.
- Zero means that a value is not filled in, except for \`etage\` and for a commission of 0, which is no commission. It
  does not hide another element of the same name. If an element with a price stands there twice with different values, the first one is imported, with a warning.
- Rents are by the month, incomes without \`periode\` by the year. Amounts of other periods are converted, with a warning.
- Dates can have a time and a time zone, which are left out. A midnight in Germany that is written in UTC, such as \`2027-02-28T23:00:00Z\`, is the day that begins there.
  The first day of the calendar of a program, such as 0001-01-01, 1899-12-30 or 1970-01-01, is a date that is not filled in.
- Flags can be \`true\`, \`1\` or \`ja\`.
- HTML tags, comments, style sheets and scripts are removed from texts, also tags that are not escaped and not in CDATA. Lines and cells of tables stay
  separate. Texts that are too long are cut.
- Prices in other currencies than EUR are not imported. The object has a warning, as it has without a currency in a country that does not have the euro.
- If \`nettokaltmiete\` is missing, \`kaltmiete\` is the base rent. Without both, it is \`hauptmietzinsnetto\`. Without \`warmmiete\`, the total rent is
  \`gesamtbelastungbrutto\` or \`gesamtmietebrutto\`, otherwise \`gesamtbelastungnetto\` or \`gesamtmietenetto\`. An amount without value added tax has a warning, unless its
  attribute says that the tax is 0.
- \`nebenkosten\` with \`heizkosten_enthalten\` beside a \`kaltmiete\` are costs without heating, so \`heizkosten\` are added, unless \`warmmiete\` is the sum of the base rent
  and \`nebenkosten\`.
- \`pacht\` is the yearly rent of land. Of other objects without a rent, it is the base rent if \`preis_zeiteinheit\` says its period; otherwise, it is left out with a warning.
- Without \`kaufpreis\` and \`kaufpreisbrutto\`, \`kaufpreisnetto\` is the purchase price, with a warning. A parking space without a price has the one of its
  \`stp_\` element.
- A property for sale without a price, or with the price 0, is imported with a price on request, with a warning. A price beside a \`freitext_preis\` such as
  \`Preis auf Anfrage\` is imported, with a warning.
- Of several kinds of heating in \`heizungsart\`, a stove (\`OFEN\`) is the last choice. The kinds that are not imported have a warning.
- A property without a title gets one of its kind and its town, with a warning.
- Texts such as \`-\`, \`.\`, \`k.A.\` and \`keine Angabe\` are no title, no part of an address and nothing of a contact. They are left out with a warning; signs and zeros of a
  contact without one. An object without a town or a postal code is not imported. A contact without a name and a company, or without an email address, is left out, and the
  fallback contact of the source is used. Such texts are also no description, no deposit and no commission; they are left out without a warning.
- A street number behind the street is separated from it, except for plots: also a range such as \`12a-c\`, one behind \`Nr.\`, and one with the number or the floor of a
  flat such as \`12 Top 4\` and \`12, 3. OG\`, which stays with the number. A street with other numbers stays whole.
  If \`hausnummer\` repeats the number behind the street, the number is imported once. Neither is required.
- An address without \`objektadresse_freigeben\` is public. With an empty element, a value that is not understood, or one of several that is not true, it is not shown.
- Countries are codes of two or three letters, numbers of ISO 3166, or names in German, English or a language of the country. Without a country, the property is in
  the one of the sign before its postal code, such as \`A-1010\`, otherwise in Germany. A sign that fits the country is left out of the postal code.
  Kosovo (\`XKX\`) has no code of ISO 3166, so objects there are not imported.
- A commission is due if \`aussen_courtage\` says so with an amount or a word such as \`provisionspflichtig\`. Texts such as \`provisionsfrei\`, \`keine Maklergebühr\`, \`nicht
  provisionspflichtig\` or \`0 %\` say that none is due, also in \`courtage_hinweis\`. A text that says neither, such as \`siehe Exposé\`, is imported, and \`provisionspflichtig\`
  decides; without this flag, it has a warning and nothing is said. \`vom Eigentümer\` beside such a text says who makes the offer. Texts such as \`-\` and \`k.A.\` are no commission.
- Of several \`energiepass\`, the one of the kind of building (\`gebaeudeart\`) that has values is read. Without an \`epart\` that is understood, its values determine the type
  of the certificate; if they do not, it is left out with a warning. If all
  values are of the other type than \`epart\`, they determine it, with a warning. Without \`jahrgang\`, a certificate whose \`ausstelldatum\` is before 2014-05-01 is an old
  one. In versions before 1.2.7, elements that \`energiepass\` does not have can stand beside it as \`user_defined_simplefield\` whose \`feldname\` is \`epass_\` and the name of
  the element: ${CERTIFICATE_FIELDS.map(code).join(', ')}.
- Several energy sources can stand in \`primaerenergietraeger\`, with commas between them. Words that are not known are left out, with a warning that names them.
- \`energieverbrauchkennwert\` is not read for commercial buildings, whose certificates have \`stromwert\` and \`waermewert\`. A certificate that has nothing else is left out,
  with a warning: an offer of such a building has to name heat and power each on its own (GEG, § 87), and no platform has a place for their total.
- Kinds of parking spaces exist if they have a count or a price above 0, or are named in \`stellplatzart\`. Of several kinds, the largest with a price is imported, otherwise
  the largest. Elements of one kind are counted together. The other kinds, and other prices of the same kind, have a warning.
- \`aktiv_von\` and \`aktiv_bis\` with a time are moments, in German time if they have no zone. Dates, and dates with the time 00:00, are days; the last one is included.
- Words such as \`Verkauft!\` and \`reserviert bis 30.10.\` in \`verkaufstatus\` are read by their beginning.
- Telephone numbers without a country code are those of the country of the contact person (\`land\`, or the form of \`plz\`), otherwise of the object or of the source:
  the country in which the number is valid, or whose area codes have the digits that stand together. If several are left, the first one is used, with a warning. A number
  that is not valid in the country of the person, but in another of these countries, has a warning, too. Of
  several numbers in one element, the first one is imported, with a warning; numbers of fax machines are left out. A number that is valid in none of them is left out, with a warning.
- An object is deleted if the action \`DELETE\` or \`REMOVE\` stands in \`aktion\`, \`aktionart\` or \`action\`, in any of their attributes or in an element inside, or in
  \`uebertragung/@modus\` if the object names no action. A deletion beside another action is an error, as is an action or a mode that is not understood. Beside an action
  that is understood, another value has a warning.
- Character references that were escaped twice are decoded. Characters that XML forbids are left out, with a warning.

## Elements that decide

These elements decide what is published, and for how much. If one of them is not understood, the object has a warning, or an error if it cannot be
published without the value. No other value takes its place.

${Object.keys(DECIDERS).map(code).join(', ')}

## Additional values

The service also reads these values, which it does not write. Each is imported as the closest value of the field.

${table(['Field', 'Values'], wordRows)}

## Attachments and contacts

| In the document | In the property |
| --- | --- |
| \`anhang\` with a path, a URL or embedded base64 | an attachment; \`TITELBILD\` comes first, \`GRUNDRISS\` is a floor plan |
| \`anhang\` of the group \`LINKS\`, \`FILMLINK\`, \`PANORAMA\` or \`ANBOBJURL\` with a URL | a link |
| \`anhang\` of the group \`ANBIETERLOGO\`, \`QRCODE\` or \`EPASS-SKALA\` | not imported |
| \`kontaktperson\` | a contact: the first valid email address, the name or, if it is missing, the company, cut if it is too long, and telephone numbers with country and area code. Persons with the same \`personennummer\`, or with the same name and email address, are the same contact |

## Values that change in a round trip

These values change when a property is exported to OpenImmo and imported again.

${table(
  ['Value', 'Reason'],
  LOSSES.map(({ what, reason }) => [what, reason]),
)}
`;
