/** The values of an installation; also valid within a loop. */
export const VALUES = '$.Values';

/** A field of a value that may be absent. */
export const pathTo = (expression: string, field: string): string => {
  if (!/^\w+$/.test(field)) return `(index (${expression} | default dict) ${JSON.stringify(field)})`;
  return expression === VALUES ? `${VALUES}.${field}` : `(${expression}).${field}`;
};
