import { toServiceError } from '@estate/persistence';

/** Translates errors of the gateway's own database, which may be unavailable, too. */
export async function withServiceErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toServiceError(error);
  }
}
