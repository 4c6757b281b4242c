import type { ContactRequest } from '@estate/client';

type Prospect = ContactRequest['prospect'];

/** The name of a prospect, as far as the platform told it. */
export const personOf = ({ salutation, firstName, lastName }: Prospect): string =>
  [salutation, firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ');

/** An address in one line. */
export const addressOf = (parts: object | undefined): string =>
  Object.values(parts ?? {})
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
