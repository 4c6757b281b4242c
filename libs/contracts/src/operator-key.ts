import { z } from 'zod';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { filledLine } from './field-rules.ts';
import { Id, Timestamp } from './ids.ts';

export const OperatorKeyInput = z
  .strictObject({
    name: filledLine(100).meta({
      description: 'Who uses the key, and what for. Customers see it in their audit log and their timelines.',
    }),
  })
  .meta({ id: 'OperatorKeyInput', example: { name: 'Olga Operator' } });

const EXAMPLE = {
  id: EXAMPLE_ID,
  name: 'Olga Operator',
  prefix: 'rek_operator_',
  lastFour: 'x7Qz',
  createdAt: EXAMPLE_TIME,
};

/** An operator key without its secret: enough to recognize it, not to use it. */
export const OperatorKey = z
  .object({
    id: Id,
    name: z.string(),
    prefix: z.string(),
    lastFour: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.optional(),
  })
  .meta({
    id: 'OperatorKey',
    description: 'A named key that is accepted instead of the operator token.',
    example: EXAMPLE,
  });
export type OperatorKey = z.infer<typeof OperatorKey>;

/** The only response that contains the key itself. */
export const NewOperatorKey = OperatorKey.extend({ key: z.string() }).meta({
  id: 'NewOperatorKey',
  example: { ...EXAMPLE, key: 'rek_operator_…' },
});
export type NewOperatorKey = z.infer<typeof NewOperatorKey>;
