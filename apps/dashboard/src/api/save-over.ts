import { isApiError } from '@estate/client';

/** Thrown if somebody else has changed what the user edits. */
export class ChangedSince<T> extends Error {
  readonly present: T;

  constructor(present: T) {
    super('The resource has changed since it was read.');
    this.present = present;
  }
}

interface Saving<T, O> {
  /** The state that the user edits. */
  seen: T;
  read: () => Promise<T>;
  /** Writes only if the state is still this one, by its ETag. */
  write: (over: T) => Promise<O>;
  /** True if only the service itself has changed something between two states. */
  isSame: (seen: T, present: T) => boolean;
}

const TRIES = 5;

/**
 * Saves over the state that the user edits. Changes of the service itself end its ETag, too, so only other changes are a conflict.
 * @throws ChangedSince, or what the calls throw
 */
export async function saveOver<T, O>({ seen, read, write, isSame }: Saving<T, O>): Promise<O> {
  let present = seen;
  for (let attempt = 1; attempt < TRIES; attempt += 1) {
    try {
      return await write(present);
    } catch (error) {
      if (!isApiError(error) || error.status !== 412) throw error;
    }
    present = await read();
    if (!isSame(seen, present)) throw new ChangedSince(present);
  }
  return write(present);
}
