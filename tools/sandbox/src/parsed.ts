import { InvalidInput } from '@estate/errors';
import { z } from 'zod';

/** What a request says, by its schema. @throws InvalidInput naming what makes no sense */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidInput(z.prettifyError(result.error));
}
