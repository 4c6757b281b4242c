/** A copy of a value without the values at these paths, such as `address.region` or `heatingTypes.1`. */
export function withoutPaths<T>(value: T, paths: readonly string[]): T {
  const copy = structuredClone(value);
  // From the end, so that the positions of a list stay valid.
  for (const path of paths.toSorted(fromTheEnd)) remove(copy, path.split('.'));
  return copy;
}

const fromTheEnd = (one: string, other: string): number => other.localeCompare(one, 'en', { numeric: true });

function remove(from: unknown, [name = '', ...rest]: readonly string[]): void {
  if (typeof from !== 'object' || from === null) return;
  if (rest.length > 0) remove(Reflect.get(from, name), rest);
  else if (Array.isArray(from)) from.splice(Number(name), 1);
  else Reflect.deleteProperty(from, name);
}
