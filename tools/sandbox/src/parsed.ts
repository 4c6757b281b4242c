import { InvalidInput } from '@estate/errors';
import { z } from 'zod';

/** The value as its schema reads it. @throws InvalidInput naming what is wrong */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidInput(z.prettifyError(result.error));
}
