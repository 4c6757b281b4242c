import { InvalidInput } from '@estate/errors';
import { z } from 'zod';

/** The value parsed by its schema. @throws InvalidInput naming what is wrong */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidInput(z.prettifyError(result.error));
}
