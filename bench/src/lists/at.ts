/** The values in turn. */
export const at = <T>(values: readonly T[], position: number): T => values[position % values.length] as T;
