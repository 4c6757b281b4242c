import type { z } from 'zod';

/** A schema with a name is one object: documents are made more than once in a process. */
const known = new Map<string, z.ZodType>();

/** The schema that documents show under this name; made at the first use. */
export function namedSchema(name: string, make: () => z.ZodType): z.ZodType {
  const found = known.get(name);
  if (found) return found;
  const made = make();
  const schema = made.meta({ ...made.meta(), id: name });
  known.set(name, schema);
  return schema;
}
