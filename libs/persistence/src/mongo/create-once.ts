import { Conflict } from '@estate/errors';
import { isDuplicateKey } from './driver-errors.ts';

/** The id that an ask reserved. `isFirstRun`: nothing can have been created under it, so no look-up is needed. */
interface Reservation {
  reservedId?: string;
  isFirstRun?: boolean;
}

interface Creation<T> {
  newId: () => string;
  /** Finds a document that was created under the id before, deleted or not. */
  find(id: string): Promise<T | null>;
  create(id: string): Promise<T>;
}

/**
 * Creates a document under its reserved id, or under a new one. A repeated order with the same id gets the result of its first run, even if
 * that is still running or ended halfway.
 */
export async function createOnce<T>(
  { reservedId, isFirstRun = false }: Reservation,
  creation: Creation<T>,
): Promise<T> {
  if (reservedId === undefined) return creation.create(creation.newId());
  const before = isFirstRun ? null : await creation.find(reservedId);
  if (before !== null) return before;
  try {
    return await creation.create(reservedId);
  } catch (error) {
    const meanwhile = await creation.find(reservedId);
    if (meanwhile !== null) return meanwhile;
    if (!isDuplicateKey(error)) throw error;
    throw new Conflict('The resource that this request created has since been deleted.', {
      code: 'deleted-meanwhile',
      cause: error,
    });
  }
}
