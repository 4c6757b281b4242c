import type { z } from 'zod';

/** Named schemas, cached because documents are made more than once in a process and recognize schemas by identity. */
const known = new Map<string, z.ZodType>();

/** The schema with this name in documents; made on the first use. */
export function namedSchema(name: string, make: () => z.ZodType): z.ZodType {
  const found = known.get(name);
  if (found) return found;
  const made = make();
  const schema = made.meta({ ...made.meta(), id: name });
  known.set(name, schema);
  return schema;
}
