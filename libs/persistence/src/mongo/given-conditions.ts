/** The conditions of a query that are given. */
export const given = <T extends object>(conditions: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };
