import { z } from 'zod';
import { problemsOf } from '../problems.ts';
import type { FieldProblem } from '../problems.ts';
import { FIELDS_OF } from './index.ts';
import type { AnyFields, PropertyType } from './index.ts';

/** The problems of refused fields, in the form and with the code of every refused input. */
export interface RefusedFields {
  code: 'validation-failed';
  problems: FieldProblem[];
}

/** The `fields` of an input according to a property type, or the rules that they break. */
export function readFields(type: PropertyType, fields: unknown): { fields: AnyFields } | RefusedFields {
  const schema = z.object({ fields: FIELDS_OF[type] as z.ZodType<AnyFields> });
  const { data, error } = schema.safeParse({ fields });
  return error ? { code: 'validation-failed', problems: problemsOf(error, { fields }) } : data;
}
