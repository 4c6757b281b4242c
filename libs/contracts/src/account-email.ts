import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { EmailAddress } from './field-rules.ts';

const description =
  'The address to which the service sends emails about failing webhooks and targets. Absent if the account has none.';

export const AccountEmailInput = z
  .strictObject({ email: EmailAddress })
  .meta({ id: 'AccountEmailInput', example: { email: 'it@example.org' } });

/** The email address of an account. The operator sets it; the service that sends the emails stores it. */
export const AccountEmail = z
  .object({ email: z.string().optional().meta({ description, example: 'it@example.org' }) })
  .meta({ id: 'AccountEmail' });
export type AccountEmail = z.infer<typeof AccountEmail>;

export const getAccountEmail = defineOperation({
  subject: 'ask.notifier.get-account-email',
  input: z.strictObject({}),
  output: AccountEmail,
});
/** Sets or, without an address, removes the email address. */
export const setAccountEmail = defineOperation({
  subject: 'ask.notifier.set-account-email',
  input: AccountEmailInput.partial(),
  output: AccountEmail,
});
