import { InvalidInput } from '@estate/errors';
import type { HttpRequest } from '@estate/http';
import type { Caller } from '../access/admission.ts';

/** A header that repeats what will be erased. */
export interface Confirmation {
  header: 'Confirm-Erasure' | 'Confirm-Closing';
  /** The required content of the header, in words. */
  says: string;
  value(input: unknown, caller: Caller): string;
}

/** @throws InvalidInput unless the caller has confirmed what cannot be undone */
export function requireConfirmation(
  { header, says, value }: Confirmation,
  { headers }: Pick<HttpRequest, 'headers'>,
  { input, caller }: { input: unknown; caller: Caller },
): void {
  if (headers[header.toLowerCase()] === value(input, caller)) return;
  throw new InvalidInput(
    `The operation permanently erases data. To confirm, send the header ${header} with ${says}.`,
    {
      code: 'confirmation-missing',
    },
  );
}
