import { z } from 'zod';

const ID = 'd1a2b3c4e5f6g7h8i9j0';

/** Candidate texts, one of which satisfies each schema. */
const TEXTS = [
  'text',
  ID,
  '2026-11-01T08:30:00.000Z',
  '2026-11-01',
  'https://example.org/page',
  'anna@example.org',
  '+49 89 1234567',
  'DEU',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
];

const NUMBERS = [1, 0, 0.5, 100, 1000, 2026];

/** Examples for fields with these names, if they have no example of their own. */
const WORDS: Record<string, string> = {
  name: 'Beispiel Wohnen',
  message: 'A description of the result.',
  subject: 'Anfrage zu Ihrem Objekt',
  key: 'my-application',
  field: 'fields.title',
  source: 'smtp',
  type: 'immowelt',
};

/** An example for a schema: its own if it has one, else composed from its parts. */
export function exampleOf(schema: z.ZodType, name = ''): unknown {
  const given = ownExample(schema);
  if (given !== undefined) return given;
  if (schema instanceof z.ZodObject) return ofObject(schema.shape);
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType)];
  if (schema instanceof z.ZodUnion) return exampleOf((schema.options as z.ZodType[])[0] ?? z.null());
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  const inner = innerOf(schema);
  return inner ? exampleOf(inner, name) : ofLeaf(schema, name);
}

/** The example of the schema itself or of the schema that it wraps. */
function ownExample(schema: z.ZodType): unknown {
  const example = schema.meta()?.['example'];
  const inner = innerOf(schema);
  return example ?? (inner && ownExample(inner));
}

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return schema.unwrap() as z.ZodType;
  return schema instanceof z.ZodPipe ? (schema.out as z.ZodType) : undefined;
}

/** The example of an object; optional fields are included only if they have an example. */
const ofObject = (shape: Record<string, z.ZodType>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => !field.safeParse(undefined).success || ownExample(field) !== undefined)
      .map(([name, field]) => [name, exampleOf(field, name)]),
  );

function ofLeaf(schema: z.ZodType, name: string): unknown {
  if (schema instanceof z.ZodRecord) return {};
  const named = WORDS[name] ?? (/Ids?$/.test(name) ? ID : undefined);
  const candidates = schema instanceof z.ZodBoolean ? [true] : [named, ...TEXTS, ...NUMBERS, {}];
  const fitting = candidates.find(
    (candidate) => candidate !== undefined && schema.safeParse(candidate).success,
  );
  if (fitting === undefined) throw new Error('no example fits; give the schema one with meta({ example })');
  return fitting;
}
