/** A query and a path carry text; only plain digits count as a number there. */
export const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
