import { z } from 'zod';
import { overFields } from '../field-rules.ts';
import { commissionInText } from './commission.ts';
import type { Label } from './field-info.ts';
import { FIELDS } from './fields.ts';
import type { FieldName } from './fields.ts';

type Shape = Readonly<Partial<Record<FieldName, z.ZodType>>>;

interface Description<N extends string, S extends Shape> {
  name: N;
  label: Label;
  /** A sentence for the reference. */
  description: string;
  deal: 'sale' | 'rent';
  use: 'residential' | 'commercial';
  fields: S;
  /** The field for the kind of object, such as `apartmentType`. */
  kind?: keyof S & FieldName;
  /** Fields that are accepted because callers send them for every type, but that forms do not offer. */
  unusual?: readonly (keyof S & FieldName)[];
  /** Example values that differ from those of the fields. */
  example: NoInfer<{ title: string } & Partial<z.input<z.ZodObject<S>>>>;
}

/** A property type: the schema of its `fields`, its labels, and valid examples. */
export interface PropertyTypeDefinition<N extends string = string, S extends Shape = Shape> extends Omit<
  Description<N, S>,
  'fields' | 'example' | 'unusual'
> {
  schema: z.ZodObject<S, z.core.$strict>;
  unusual: readonly FieldName[];
  examples: { smallest: z.input<z.ZodObject<S>>; full: z.input<z.ZodObject<S>> };
}

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export function definePropertyType<const N extends string, S extends Shape>({
  fields,
  example,
  unusual = [],
  ...described
}: Description<N, S>): PropertyTypeDefinition<N, S> {
  const { name, description } = described;
  const examples = examplesOf(fields, example);
  const id = `${pascalCase(name)}Fields`;
  const schema = ruled<S>(z.strictObject(sorted(fields))).meta({
    id,
    description,
    example: examples.smallest,
  });
  return { ...described, schema, unusual, examples };
}

const sorted = <S extends Shape>(shape: S): S =>
  Object.fromEntries(Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1))) as S;

interface Rule {
  /** A rule applies to the types that have all of its fields; a violation is reported for the first one. */
  fields: readonly [FieldName, FieldName];
  isMet(fields: Partial<AnyValues>): boolean;
  error: string;
  code: string;
}
type AnyValues = Record<FieldName, unknown>;

const RULES: readonly Rule[] = [
  {
    fields: ['purchasePrice', 'purchasePriceOnRequest'],
    isMet: ({ purchasePrice, purchasePriceOnRequest }) =>
      purchasePriceOnRequest === true || purchasePrice !== undefined,
    error: 'is required unless purchasePriceOnRequest is true',
    code: 'required',
  },
  {
    fields: ['baseRent', 'totalRent'],
    isMet: ({ baseRent, totalRent }) => baseRent !== undefined || totalRent !== undefined,
    error: 'is required unless totalRent is given',
    code: 'required',
  },
  {
    fields: ['hasCommission', 'commission'],
    isMet: ({ hasCommission, commission }) => {
      const said = typeof commission === 'string' ? commissionInText({ commission }) : undefined;
      return hasCommission === undefined || said === undefined || hasCommission === said;
    },
    error: 'must agree with commission',
    code: 'not-allowed',
  },
];

/** The fields with the rules over several of them. */
function ruled<S extends Shape>(plain: z.ZodObject): z.ZodObject<S, z.core.$strict> {
  const rules = RULES.filter(({ fields }) => fields.every((name) => name in plain.shape));
  const schema = rules.reduce(
    (some, { fields: [name], isMet, error, code }) =>
      some.refine(isMet, { ...overFields, path: [name], error, params: { code } }),
    plain,
  );
  return schema as z.ZodObject<S, z.core.$strict>;
}

/** The fields that examples use where a type needs one of two. */
const USUAL: readonly FieldName[] = ['purchasePrice', 'baseRent'];

/** The smallest example has the required fields and the price, the full one has all; both in the order of forms. */
function examplesOf<S extends Shape>(
  shape: S,
  own: Partial<Record<string, unknown>>,
): PropertyTypeDefinition<string, S>['examples'] {
  const names = Object.keys(FIELDS).filter((name): name is FieldName => name in shape);
  const isRequired = (name: FieldName) =>
    USUAL.includes(name) || shape[name]?.safeParse(undefined).success === false;
  const example = (chosen: readonly FieldName[]) =>
    Object.fromEntries(chosen.map((name) => [name, own[name] ?? FIELDS[name].example])) as z.input<
      z.ZodObject<S>
    >;
  return { smallest: example(names.filter(isRequired)), full: example(names) };
}
