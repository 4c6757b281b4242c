import { toServiceError } from '@estate/persistence';

/**
 * For what a platform asks of our store while it works. Only an error from here is trouble of our own: a connection of the
 * platform that breaks says the same words.
 */
export async function ofStore<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    throw toServiceError(error);
  }
}
