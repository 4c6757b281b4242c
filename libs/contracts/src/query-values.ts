/** A query and a path carry text; only a number in its one spelling counts there, so `00` is no position. */
export const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value;
