import { isApiError } from '@estate/client';

/** Somebody has changed what the reader edits. */
export class ChangedSince<T> extends Error {
  readonly present: T;

  constructor(present: T) {
    super('The resource has changed since it was read.');
    this.present = present;
  }
}

interface Saving<T, O> {
  /** The state that the reader edits. */
  seen: T;
  read: () => Promise<T>;
  /** Writes only over this state, by its ETag. */
  write: (over: T) => Promise<O>;
  /** Whether only the service itself has changed something between two states. */
  isSame: (seen: T, present: T) => boolean;
}

const TRIES = 5;

/** Saves over the state that the reader edits. The ETag of that state also ends with changes of the service itself, so only other changes are a conflict.
 * @throws ChangedSince, or what the calls throw */
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
