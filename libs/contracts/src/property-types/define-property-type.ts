import { z } from 'zod';
import { overFields } from '../field-rules.ts';
import type { Label } from './field-info.ts';
import { FIELDS } from './fields.ts';
import type { FieldName } from './fields.ts';

type Shape = Readonly<Partial<Record<FieldName, z.ZodType>>>;

interface Description<N extends string, S extends Shape> {
  name: N;
  label: Label;
  /** One sentence for the reference. */
  description: string;
  deal: 'sale' | 'rent';
  use: 'residential' | 'commercial';
  fields: S;
  /** The field with the kind of object, such as `apartmentType`. */
  kind?: keyof S & FieldName;
  /** Fields that are accepted because callers send them for every type, and that forms do not offer. */
  unusual?: readonly (keyof S & FieldName)[];
  /** Values of the examples that differ from those of the fields. */
  example: NoInfer<{ title: string } & Partial<z.input<z.ZodObject<S>>>>;
}

/** A property type: the schema of its `fields`, what people call it, and examples that break no rule. */
export interface PropertyTypeDefinition<N extends string = string, S extends Shape = Shape> extends Omit<
  Description<N, S>,
  'fields' | 'example' | 'unusual'
> {
  schema: z.ZodObject<S, z.core.$strict>;
  unusual: readonly FieldName[];
  examples: { smallest: z.input<z.ZodObject<S>>; full: z.input<z.ZodObject<S>> };
}

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** @throws Error when the examples break a rule of the type */
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
  for (const one of [examples.smallest, examples.full]) schema.parse(one);
  return { ...described, schema, unusual, examples };
}

const sorted = <S extends Shape>(shape: S): S =>
  Object.fromEntries(Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1))) as S;

interface Priced {
  purchasePrice?: unknown;
  purchasePriceOnRequest?: unknown;
}

/** What is for sale has a price. */
function ruled<S extends Shape>(plain: z.ZodObject): z.ZodObject<S, z.core.$strict> {
  const schema = plain as z.ZodObject<S, z.core.$strict>;
  if (!('purchasePrice' in schema.shape)) return schema;
  const hasPrice = ({ purchasePrice, purchasePriceOnRequest }: Priced) =>
    purchasePriceOnRequest === true || purchasePrice !== undefined;
  return schema.refine(hasPrice, {
    ...overFields,
    path: ['purchasePrice'],
    error: 'is required unless purchasePriceOnRequest is true',
    params: { code: 'required' },
  });
}

/** The smallest has the required fields and the price, the full one has all; both in the order of forms. */
function examplesOf<S extends Shape>(
  shape: S,
  own: Partial<Record<string, unknown>>,
): PropertyTypeDefinition<string, S>['examples'] {
  const names = Object.keys(FIELDS).filter((name): name is FieldName => name in shape);
  const isRequired = (name: FieldName) =>
    name === 'purchasePrice' || shape[name]?.safeParse(undefined).success === false;
  const example = (chosen: readonly FieldName[]) =>
    Object.fromEntries(chosen.map((name) => [name, own[name] ?? FIELDS[name].example])) as z.input<
      z.ZodObject<S>
    >;
  return { smallest: example(names.filter(isRequired)), full: example(names) };
}
