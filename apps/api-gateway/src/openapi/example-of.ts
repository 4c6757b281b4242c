import { z } from 'zod';

/** Texts of which one fits what a schema asks for. */
const TEXTS = [
  'text',
  'd1a2b3c4e5f6g7h8i9j0',
  '2026-11-01T08:30:00.000Z',
  '2026-11-01',
  'https://example.org/page',
  'anna@example.org',
  '+49 89 1234567',
  'DEU',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
];

const NUMBERS = [1, 0, 0.5, 100, 1000, 2026];

/** An example of what a schema describes: its own where it has one, else put together from its parts. */
export function exampleOf(schema: z.ZodType): unknown {
  const given = ownExample(schema);
  if (given !== undefined) return given;
  if (schema instanceof z.ZodObject) return ofObject(schema.shape as Record<string, z.ZodType>);
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType)];
  if (schema instanceof z.ZodUnion) return exampleOf((schema.options as z.ZodType[])[0] ?? z.null());
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  const inner = innerOf(schema);
  return inner ? exampleOf(inner) : ofLeaf(schema);
}

/** The example that the schema itself or what it wraps was given. */
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

/** What may be left out is shown only where someone gave it an example. */
const ofObject = (shape: Record<string, z.ZodType>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => !field.safeParse(undefined).success || ownExample(field) !== undefined)
      .map(([name, field]) => [name, exampleOf(field)]),
  );

function ofLeaf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodRecord) return {};
  const candidates = schema instanceof z.ZodBoolean ? [true] : [...TEXTS, ...NUMBERS, true, {}];
  const fitting = candidates.find((candidate) => schema.safeParse(candidate).success);
  if (fitting === undefined) throw new Error('no example fits; give the schema one with meta({ example })');
  return fitting;
}
