import { describePropertyType, NUMBER_RULES, PROPERTY_TYPES, unitOf } from '@estate/contracts';
import type {
  FieldDescription,
  FieldName,
  NumberName,
  PropertyType,
  PropertyTypeDefinition,
} from '@estate/contracts';
import { z } from 'zod';
import type { Carried } from '../src/platforms/platform.ts';

/** The formats of the platforms, each with where it has the fields of a type. */
export type Formats = readonly { format: string; carries: (type: PropertyType) => Carried }[];

const ALL = Object.values(PROPERTY_TYPES) as readonly PropertyTypeDefinition<PropertyType>[];
const fileOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const code = (text: string) => `\`${text}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const NOTICE = '<!-- Generated from the definitions of the types and the mappings of the platforms. -->';

/** Every page of the documentation that shows property types, by its path. */
export function propertyTypePages(formats: Formats): Map<string, string> {
  const pages = ALL.map((type): [string, string] => [
    `docs/property-types/${fileOf(type.name)}.md`,
    pageOf(type, formats),
  ]);
  return new Map([['docs/property-types.md', overview()], ...pages]);
}

const overview = () => `${NOTICE}

# Property types

Find the fields of each property type. The \`type\` of a property determines its \`fields\` and cannot be changed. \`GET /property-types/{type}\` returns
the contents of these pages.

${table(
  ['Type', 'What it is', 'Deal', 'Required fields'],
  ALL.map((type) => [
    `[${code(type.name)}](property-types/${fileOf(type.name)}.md)`,
    type.label.en,
    type.deal,
    requiredOf(type).join(', '),
  ]),
)}

\\* \`purchasePrice\` is not required with \`purchasePriceOnRequest: true\`, \`baseRent\` not with \`totalRent\`.

Every type accepts the fields of buildings, such as \`heatingType\`. A field that a platform does not support is not sent to it.
\`POST /listings/validate\` lists such fields with the warning \`value_left_out\`.

## Usual numbers

A number outside of its usual values is accepted. \`POST /listings/validate\` and imports have the warning \`value_doubtful\` for it, so that a
price of 350 EUR instead of 350,000 is noticed before it is published. Imports also use this table to read numbers that can mean two things, such as
\`1.250\`, and numbers that are zero: see [OpenImmo](openimmo.md#fields).

${table(
  ['Number', 'Usual values', 'Unit', 'Decimals', 'Zero in OpenImmo'],
  (Object.keys(NUMBER_RULES) as NumberName[]).map(numberRow),
)}
`;

const count = (value: number) => new Intl.NumberFormat('en').format(value);

function numberRow(name: NumberName): string[] {
  const { plausible, decimals, zero } = NUMBER_RULES[name];
  return [code(name), plausible.map(count).join(' to '), unitOf(name) ?? '', String(decimals), zero];
}

/** When a field is not required although a type has it. */
const INSTEAD: Readonly<Record<string, string>> = {
  purchasePrice: `${code('purchasePriceOnRequest')} is true`,
  baseRent: `${code('totalRent')} is given`,
};

const requiredOf = (type: PropertyTypeDefinition<PropertyType>) =>
  describePropertyType(type).sections.flatMap(({ fields }) =>
    fields.flatMap(({ name, required }) => {
      if (name in INSTEAD) return [`${code(name)}\\*`];
      return required ? [code(name)] : [];
    }),
  );

const obligation = ({ name, required }: Pick<FieldDescription, 'name' | 'required'>) => {
  if (name in INSTEAD) return ` (required unless ${INSTEAD[name]})`;
  return required ? ' (required)' : '';
};

function pageOf(type: PropertyTypeDefinition<PropertyType>, formats: Formats): string {
  const { label, sections, description, examples } = describePropertyType(type);
  const carried = formats.map(({ carries }) => carries(type.name));
  const rowOf = (field: FieldDescription) => [
    ...meaningOf(field),
    ...carried.map((paths) => landing(paths, field.name)),
  ];
  return `${NOTICE}

# ${code(type.name)}: ${label.en}

${description} Back to [all types](../property-types.md).

The last columns show how each field is sent: as a path below \`immobilie\` in OpenImmo documents, and as an element of the object on the marketplace. If a
column has several entries, the value determines which of them are used.

${table(
  ['Field', 'Meaning', 'Values', ...formats.map(({ format }) => format)],
  sections.flatMap(({ fields }) => fields.map(rowOf)),
)}

${sections
  .flatMap(({ fields }) => fields)
  .flatMap((field) => partsOf(type, field))
  .join('\n\n')}

## Example

\`fields\` with only the required values:

\`\`\`json
${JSON.stringify(examples.smallest, null, 2)}
\`\`\`
`;
}

const meaningOf = (field: Omit<FieldDescription, 'parts'>) => [
  `${code(field.name)}${obligation(field)}`,
  field.label.en,
  rulesOf(field),
];

/** A section on each field that is an object. */
function partsOf(type: PropertyTypeDefinition<PropertyType>, { name, parts }: FieldDescription): string[] {
  if (parts === undefined) return [];
  const field = type.schema.shape[name as FieldName];
  const whole = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
  return [
    `## ${code(name)}\n\n${whole?.description ?? ''}\n\n${table(['Part', 'Meaning', 'Values'], parts.map(meaningOf))}`,
  ];
}

const landing = (paths: Carried, name: string) => {
  const found = (paths as Readonly<Record<string, readonly string[]>>)[name];
  return found === undefined ? 'not sent' : found.map(code).join(', ');
};

/** The rules of a value in few words. */
function rulesOf({
  schema,
  values,
  unit,
  parts,
}: Pick<FieldDescription, 'schema' | 'values' | 'unit' | 'parts'>): string {
  const { type } = schema as Rules;
  if (values)
    return `${type === 'array' ? 'list of ' : ''}${values.map(({ value }) => code(value)).join(', ')}`;
  if (parts) return 'object, see below';
  const {
    minimum,
    exclusiveMinimum,
    maximum,
    maxLength,
    multipleOf,
    format,
    default: fallback,
  } = schema as Rules;
  const least =
    exclusiveMinimum === undefined ? `from ${String(minimum)}` : `above ${String(exclusiveMinimum)}`;
  const words = [
    format ?? type,
    ...(maximum !== undefined
      ? [`${least} to ${new Intl.NumberFormat('en', { useGrouping: 'min2' }).format(maximum)}`]
      : []),
    ...(multipleOf !== undefined ? [`in steps of ${String(multipleOf)}`] : []),
    ...(maxLength !== undefined ? [`at most ${String(maxLength)} characters`] : []),
    ...(unit !== undefined ? [`in ${unit}`] : []),
    ...(fallback !== undefined ? [`${code(String(fallback))} if it is left out`] : []),
  ];
  return words.join(', ');
}

interface Rules {
  type?: string;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  multipleOf?: number;
  default?: unknown;
}
