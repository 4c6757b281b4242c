import { z } from 'zod';
import { CONTACT_PHOTO_TYPES } from './contact.ts';
import { defineOperation } from './define-operation.ts';
import { EXAMPLE_ID } from './examples.ts';

/** The types of a logo, which every browser can show. */
export const LOGO_TYPES = CONTACT_PHOTO_TYPES;

const EXAMPLE_URL = `https://api.example.org/attachments/${EXAMPLE_ID}`;

export const AccountLogo = z
  .object({
    url: z.string().optional().meta({
      description: 'The address of the file, as `POST /attachments` returned it. Absent without a logo.',
      example: EXAMPLE_URL,
    }),
  })
  .meta({ id: 'AccountLogo', description: 'The logo of the account.' });
export type AccountLogo = z.infer<typeof AccountLogo>;

export const AccountLogoInput = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .max(2000)
      .meta({
        description: 'The `url` of a JPEG, PNG or WebP image that was uploaded with `POST /attachments`.',
      }),
  })
  .meta({ id: 'AccountLogoInput', example: { url: EXAMPLE_URL } });
export type AccountLogoInput = z.infer<typeof AccountLogoInput>;

export const getAccountLogo = defineOperation({
  subject: 'ask.catalog.get-account-logo',
  http: 'GET /account/logo',
  summary: 'Get the logo of the account',
  input: z.strictObject({}),
  output: AccountLogo,
});
export const setAccountLogo = defineOperation({
  subject: 'ask.catalog.set-account-logo',
  http: 'PUT /account/logo',
  summary: 'Set the logo of the account',
  description:
    'The dashboard shows the logo at the head of the sheets of properties; platforms do not receive it. The file stays as long as it is the logo.',
  access: 'manage',
  audit: 'account.logo_changed',
  input: AccountLogoInput,
  output: AccountLogo,
  errors: ['logo-invalid'],
});
export const deleteAccountLogo = defineOperation({
  subject: 'ask.catalog.delete-account-logo',
  http: 'DELETE /account/logo',
  summary: 'Remove the logo of the account',
  description: 'Without a logo, nothing changes.',
  access: 'manage',
  audit: 'account.logo_removed',
  input: z.strictObject({}),
  output: AccountLogo,
});
