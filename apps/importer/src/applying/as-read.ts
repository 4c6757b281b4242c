import { Conflict } from '@estate/errors';
import { etagOf } from '@estate/messaging';

/** A resource that changes more often within a moment is tried again later, with the whole object. */
const TRIES = 10;

/** The condition that nobody has changed the resource since it was read. */
export const asRead = (resource: object) => ({ ifMatch: etagOf(JSON.stringify(resource)) });

/** Reads a resource and changes it. After a change of somebody else in between, both are done again. */
export async function decideAgain<T>(readAndChange: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readAndChange();
    } catch (error) {
      if (!isOutdated(error) || attempt === TRIES) throw error;
    }
  }
}

/** Somebody has changed the resource since it was read. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Conflict && error.code === 'precondition-failed';
