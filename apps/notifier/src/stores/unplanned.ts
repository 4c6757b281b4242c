/**
 * Equality that no index is chosen for: a property or a listing has few events, and an index of a target or of names could have
 * most of the account's.
 */
export const unplanned = <T>(value: T | undefined) =>
  value === undefined ? undefined : { $not: { $ne: value } };
