import { PROPERTY_TYPES } from './property-types/index.ts';

/** Values that appear in the examples of several contracts. */
export const EXAMPLE_ID = 'd1a2b3c4e5f6g7h8i9j0';
export const EXAMPLE_TIME = '2026-11-01T08:30:00.000Z';

const { schema, examples } = PROPERTY_TYPES.apartmentBuy;
/** Fields of an apartment that break no rule. */
export const EXAMPLE_FIELDS = schema.parse(examples.smallest);
