/** Parses a number in a query or a path. Only its canonical spelling counts, so `00` is no position. */
export const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value;
