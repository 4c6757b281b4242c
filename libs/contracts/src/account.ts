import { z } from 'zod';
import { AccountEmail } from './account-email.ts';
import { Closing } from './closing.ts';
import { ConsumerCredentials } from './consumer-credentials.ts';
import { Id, Timestamp } from './ids.ts';
import { EmailAddress, distinct, filledText } from './field-rules.ts';
import { anyTime } from './period.ts';

export const Scope = z.enum(['read', 'write']);
export type Scope = z.infer<typeof Scope>;

export const AccountInput = z
  .strictObject({ name: filledText(100), email: EmailAddress.optional() })
  .meta({ id: 'AccountInput', example: { name: 'Beispiel Wohnen GmbH', email: 'it@example.org' } });

export const Account = z
  .object({ id: Id, name: z.string(), createdAt: Timestamp, updatedAt: Timestamp })
  .meta({ id: 'Account', description: 'A customer of the service.' });
export type Account = z.infer<typeof Account>;

/** The account with the address of its emails; a list of accounts has no addresses. */
export const AccountWithEmail = Account.extend(AccountEmail.shape).meta({ id: 'AccountWithEmail' });

/** The account in the responses to its own keys. */
export const OwnAccount = AccountWithEmail.extend({
  consumerCredentials: ConsumerCredentials,
  closing: Closing.optional().meta({
    description: 'Present while the account is being closed. The account can then only be read and exported.',
  }),
  signInUrl: z.string().optional().meta({
    description:
      'The URL at which users of the account sign in to the dashboard. Absent if the account has no identity provider.',
  }),
}).meta({
  id: 'OwnAccount',
  description: 'The account of the key. Secrets are never returned.',
});
export type OwnAccount = z.infer<typeof OwnAccount>;

export const ApiKeyInput = z
  .strictObject({
    name: filledText(100).optional(),
    scopes: distinct(z.array(Scope).min(1), 'must not contain a scope twice').optional(),
    expiresAt: anyTime,
  })
  .meta({ id: 'ApiKeyInput', example: { name: 'website', scopes: ['read'] } });

/** A key without its secret: enough to recognize it, not to use it. */
export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    prefix: z.string(),
    lastFour: z.string(),
    scopes: z.array(Scope),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.optional(),
    expiresAt: Timestamp.optional(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

/** The only response that contains the key itself. */
export const NewApiKey = ApiKey.extend({ key: z.string() }).meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const NewAccount = AccountWithEmail.extend({ apiKey: NewApiKey }).meta({
  id: 'NewAccount',
  description: 'An account with its first API key.',
});

/** The body of every error response. */
export const ErrorBody = z
  .object({
    error: z.string(),
    message: z.string(),
    statusCode: z.int(),
    code: z.string(),
    requestId: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string(), code: z.string() })).optional(),
  })
  .meta({ id: 'Error', description: 'The error, as a stable code and a message.' });
export type ErrorBody = z.infer<typeof ErrorBody>;
