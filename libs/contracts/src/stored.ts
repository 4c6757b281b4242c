import { z } from 'zod';

/** For each schema that checks new input, the one that reads values from before the check existed. */
const storedShapes = z.registry<{ stored: object }>();

/** Makes `asStored` replace `schema` by `stored`. */
export function readAs<S extends z.ZodType>(schema: S, stored: z.ZodType): S {
  storedShapes.add(schema, { stored });
  return schema;
}

/**
 * The same shape for reading: without rules that were added later, so that older values can still be read, and tolerant of unknown fields.
 * New input is checked with the schema itself.
 */
export function asStored<S extends z.ZodType>(schema: S): S {
  const shape = made.get(schema) ?? relaxed(schema);
  made.set(schema, shape);
  return shape as S;
}

/** Each schema is converted once, so that a document never finds two shapes of the same name. */
const made = new WeakMap<z.ZodType, z.ZodType>();

function relaxed(schema: z.ZodType): z.ZodType {
  const stored = storedShapes.get(schema)?.stored as z.ZodType | undefined;
  if (stored) return described(stored, schema);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    const shape = Object.fromEntries(fields.map(([name, field]) => [name, asStored(field)]));
    const isStrict = schema.def.catchall instanceof z.ZodNever;
    const isSame = !isStrict && fields.every(([name, field]) => shape[name] === field);
    // A newer version may have stored fields that this one does not know.
    return isSame ? schema : withDef(schema, { shape, ...(isStrict && { catchall: undefined }) });
  }
  if (schema instanceof z.ZodArray) return withInner(schema, 'element', schema.element as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return withInner(schema, 'innerType', schema.unwrap() as z.ZodType);
  }
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = (schema.options as z.ZodType[]).map((option) => asStored(option));
  return options.some((option, index) => option !== schema.options[index])
    ? withDef(schema, { options })
    : schema;
}

function withInner(schema: z.ZodType, name: 'element' | 'innerType', inner: z.ZodType): z.ZodType {
  const read = asStored(inner);
  return read === inner ? schema : withDef(schema, { [name]: read });
}

/** A copy that keeps the rules over the whole; the name in documents belongs to the original. */
const withDef = (schema: z.ZodType, part: object): z.ZodType =>
  described(schema.clone({ ...schema.def, ...part }), schema);

function described(schema: z.ZodType, original: z.ZodType): z.ZodType {
  const { id, ...meta } = original.meta() ?? {};
  return schema.meta({ ...meta, ...(id !== undefined && { id: `Stored${id}` }) });
}
