import { toServiceError } from '@estate/persistence';

/**
 * For calls of a platform to the store of this service. Only an error from here is an internal error: a broken connection to the
 * platform has the same error codes.
 */
export async function storeCall<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    throw toServiceError(error);
  }
}
