import { z } from 'zod';
import { verbatimLine } from './field-rules.ts';
import { Timestamp } from './ids.ts';

const URL_MAX = 500;
/** An issuer has no query and no fragment, and is not the address of its metadata, which may name another issuer. */
const ISSUER = /^(?!.*\/\.well-known)https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/;

const Issuer = z
  .string()
  .max(URL_MAX)
  .regex(ISSUER, { error: 'must be the issuer of an OpenID Connect provider, an http or https URL' })
  .meta({
    description: 'The issuer of the OpenID Connect provider, exactly as the provider writes it.',
    example: 'https://login.example.org',
  });

export const SignInSettingsInput = z
  .strictObject({
    issuer: Issuer,
    clientId: verbatimLine(1, 200),
    clientSecret: verbatimLine(1, 500)
      .optional()
      .meta({ description: 'Omit it for a public client. It is never returned.' }),
  })
  .meta({
    id: 'SignInSettingsInput',
    example: { issuer: 'https://login.example.org', clientId: 'estate', clientSecret: 'a-long-secret' },
  });

export const SignInSettings = z
  .object({
    issuer: z.string(),
    clientId: z.string(),
    hasClientSecret: z.boolean(),
    signInUrl: z.string().meta({ description: 'The URL at which users of the account sign in.' }),
    redirectUri: z.string().meta({ description: 'The redirect URI to register at the provider.' }),
    postLogoutRedirectUri: z
      .string()
      .meta({ description: 'The URL to register at the provider as the post-logout redirect URI.' }),
    updatedAt: Timestamp,
  })
  .meta({ id: 'SignInSettings', description: 'The OpenID Connect provider of an account.' });
export type SignInSettings = z.infer<typeof SignInSettings>;
