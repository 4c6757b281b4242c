import { ConnectionError, isApiError } from '@estate/client';
import { CommandError } from './surroundings.ts';

/** The error in words for the user. @throws the error itself if it is a bug of this program */
export function wordsOf(error: unknown): string {
  if (isApiError(error)) {
    const details = error.details.map(({ message }) => `\n  ${message}`).join('');
    const request = error.requestId === undefined ? '' : `, request ${error.requestId}`;
    return `${error.message}${details} (${String(error.status)} ${error.code}${request})`;
  }
  if (error instanceof ConnectionError || error instanceof CommandError) return error.message;
  throw error;
}
