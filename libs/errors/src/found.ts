import { NotFound } from './errors.ts';

/** Returns the thing, or throws the NotFound that names the missing one. */
export function found<T>(thing: T | null | undefined, what: string, id: string): T {
  if (thing === null || thing === undefined) {
    throw new NotFound(`There is no ${what} with the id ${id}.`, {
      code: `${what.toLowerCase().replaceAll(' ', '-')}-not-found`,
    });
  }
  return thing;
}
