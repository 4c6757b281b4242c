/** The value at a path with dots. */
export const valueAt = (doc: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], doc);
