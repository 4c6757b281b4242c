import fc from 'fast-check';
import { z } from 'zod';

/** Arbitraries for strings without rules, by the name of their field. */
export type Texts = Readonly<Record<string, fc.Arbitrary<string>>>;

interface Options {
  texts?: Texts;
  /** Returns texts of these lengths; white space and letters by default. */
  text?: (range: { minLength: number; maxLength: number }) => fc.Arbitrary<string>;
}

const LONGEST_TEXT = 300;

/** Random valid values of a schema, derived from the schema: every optional field is present or not, every value appears. */
export function arbitraryOf<S extends z.ZodType>(
  schema: S,
  options: Options = {},
): fc.Arbitrary<z.output<S>> {
  return valuesOf(schema, '', options)
    .filter((value) => schema.safeParse(value).success)
    .map((value) => schema.parse(value));
}

function valuesOf(schema: z.ZodType, name: string, options: Options): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) return objects(schema, options);
  if (schema instanceof z.ZodArray)
    return fc.uniqueArray(valuesOf(schema.element as z.ZodType, name, options), { maxLength: 5 });
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return valuesOf(schema.unwrap() as z.ZodType, name, options);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return numbers(schema);
  if (schema instanceof z.ZodISODate) return days;
  if (schema instanceof z.ZodString) return texts(schema, name, options);
  throw new Error(`no random values for ${schema.def.type} at ${name}`);
}

function objects({ shape }: z.ZodObject, options: Options): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape);
  const requiredKeys = fields
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name);
  return fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field, name, options)])),
    { requiredKeys, noNullPrototype: true },
  );
}

interface Limits {
  type?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
}

const CENT = 0.01;
/** The maximum of a number without a limit; its cents are still safe integers. */
const MOST_WITHOUT_LIMIT = 1_000_000_000_000;
/** The range of typical values, in steps: half of the numbers are within it, because real values are small compared with the limits. */
const SMALL_STEPS = 500;

/** Numbers on the steps of the schema between its limits: integers, multiples, or cents for amounts and areas. */
function numbers(schema: z.ZodNumber): fc.Arbitrary<number> {
  const { type, multipleOf = type === 'integer' ? 1 : CENT, ...limits } = z.toJSONSchema(schema) as Limits;
  const { minimum = 0, exclusiveMinimum, maximum = MOST_WITHOUT_LIMIT, exclusiveMaximum } = limits;
  // Integers divided by integers, because 3 * 0.01 is not 0.03.
  const inSteps = (value: number) =>
    multipleOf < 1 ? value * Math.round(1 / multipleOf) : value / multipleOf;
  const least =
    exclusiveMinimum === undefined ? Math.ceil(inSteps(minimum)) : Math.floor(inSteps(exclusiveMinimum)) + 1;
  const most =
    exclusiveMaximum === undefined ? Math.floor(inSteps(maximum)) : Math.ceil(inSteps(exclusiveMaximum)) - 1;
  return fc
    .oneof(
      fc.integer({ min: least, max: most }),
      fc.integer({ min: least, max: Math.min(most, least + SMALL_STEPS) }),
    )
    .map((steps) => (multipleOf < 1 ? steps / Math.round(1 / multipleOf) : steps * multipleOf));
}

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function texts({ minLength, maxLength }: z.ZodString, name: string, options: Options): fc.Arbitrary<string> {
  const known = options.texts?.[name];
  if (known) return known;
  const range = { minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? LONGEST_TEXT, LONGEST_TEXT) };
  return options.text?.(range) ?? fc.string({ unit: 'grapheme', ...range });
}
