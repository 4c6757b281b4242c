import { toServiceError } from '@estate/persistence';

/** The gateway's own database may be unavailable, too. */
export async function withServiceErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toServiceError(error);
  }
}
