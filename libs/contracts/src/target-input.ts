import { z } from 'zod';
import { ContactFields } from './contact.ts';
import { filledLine, optionalLine, overFields, verbatimLine } from './field-rules.ts';
import { ANY_PORTAL, FtpSettings } from './ftp-settings.ts';
import { accessOf, PLATFORM_ACCESS, platformsWith } from './platforms.ts';
import type { AccessKind, PlatformWith } from './platforms.ts';
import { HiddenAddress } from './publishing-settings.ts';

/** The credentials that a portal issues to its customer. `contact` is used for properties that have none of their own. */
export const FtpCredentials = z.strictObject({
  host: filledLine(253).meta({ example: 'ftp.example.org' }),
  port: z.int().min(1).max(65_535).optional().meta({ description: 'Default 21.' }),
  username: filledLine(200).meta({ example: 'agent' }),
  password: verbatimLine(1, 500).meta({ example: 'secret' }),
  path: verbatimLine(0, 500)
    .optional()
    .meta({ description: 'The directory for packages. Default: the directory of the login.' }),
  secure: z.boolean().optional().meta({
    description:
      'Explicit TLS. If omitted: TLS if the server offers it, and no clear text after the first encrypted connection. true: TLS with a valid certificate only. false: clear text, including the password.',
  }),
  passive: z
    .boolean()
    .optional()
    .meta({ description: 'Passive mode. Only true, the default, is supported.' }),
  providerNumber: optionalLine(100).meta({ example: 'A-1001' }),
  contact: ContactFields.optional(),
});
export type FtpCredentials = z.infer<typeof FtpCredentials>;

const ApiKeyCredentials = z.strictObject({
  apiKey: verbatimLine(1, 500).meta({ description: 'The key that the platform issued to the account.' }),
});

export const TargetTypeName = z
  .string()
  .min(1)
  .max(50)
  .meta({ description: 'One of the types of GET /target-types.', example: 'immowelt' });
const ftpType = TargetTypeName.refine((type) => accessOf(type) === 'ftp-login', {
  error: 'must be a type with FTP credentials',
});
/** The types of the platforms with a kind of access. */
const typesWith = <K extends AccessKind>(access: K) =>
  z.enum(platformsWith(access).map(({ type }) => type as PlatformWith<K>['type']));

/** The types whose targets act for an end user who approves access on the platform. */
export const RedirectFlowType = typesWith('redirect-flow');
export type RedirectFlowType = z.infer<typeof RedirectFlowType>;

export const TargetName = filledLine(100)
  .optional()
  .meta({ description: 'Your own name for the target.', example: 'Munich office' });

export const TargetHiddenAddress = HiddenAddress.optional().meta({
  description: `${HiddenAddress.meta()?.description ?? ''} If omitted, the setting of the account applies (\`GET /account/publishing\`).`,
});

export const RedirectUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(2000)
  .meta({
    description: 'The URL to which the end user returns after the decision, with targetId and status added.',
  });

const choices = { autoCollectRequests: z.boolean().optional(), hiddenAddress: TargetHiddenAddress };

const WithLogin = z.strictObject({
  type: ftpType,
  name: TargetName,
  credentials: FtpCredentials,
  settings: FtpSettings.optional().meta({ description: `Only for the type ${ANY_PORTAL}.` }),
  ...choices,
});
const WithKey = z.strictObject({
  type: typesWith('api-key'),
  name: TargetName,
  credentials: ApiKeyCredentials,
  ...choices,
});
const WithNothing = z.strictObject({ type: typesWith('none'), name: TargetName, ...choices });
const WithRedirect = z.strictObject({
  type: RedirectFlowType,
  name: TargetName,
  redirectUrl: RedirectUrl.optional(),
  credentials: z
    .strictObject({ redirectUrl: RedirectUrl.optional() })
    .optional()
    .meta({ description: 'An alternative to redirectUrl.' }),
  ...choices,
});

interface Redirecting {
  redirectUrl?: unknown;
  credentials?: unknown;
}

const inCredentials = ({ credentials }: Redirecting): unknown =>
  typeof credentials === 'object' && credentials !== null && 'redirectUrl' in credentials
    ? credentials.redirectUrl
    : undefined;

const redirecting = <S extends z.ZodType<Redirecting>>(schema: S) =>
  schema.refine((target) => (target.redirectUrl ?? inCredentials(target)) !== undefined, {
    ...overFields,
    path: ['redirectUrl'],
    error: 'is required',
  });

/** Allows settings only for a type without a profile. */
const withSettings = <S extends z.ZodType<Settled>>(schema: S) =>
  schema.refine(({ type, settings }) => settings === undefined || type === ANY_PORTAL, {
    ...overFields,
    path: ['settings'],
    error: `is only for the type ${ANY_PORTAL}`,
  });

interface Settled {
  type?: unknown;
  settings?: unknown;
}

/** The union of the input shapes by kind of access; the field `type` decides. */
const unionOf = <T extends Record<AccessKind, z.ZodType>>(shapes: T) => {
  const declared = PLATFORM_ACCESS.filter((kind) => platformsWith(kind).length > 0);
  return z.union(['ftp-login' as const, ...declared].map((kind): T[AccessKind] => shapes[kind]));
};

const inputs = {
  'ftp-login': withSettings(WithLogin),
  'redirect-flow': redirecting(WithRedirect),
  'api-key': WithKey,
  none: WithNothing,
};
const exampleCredentials = {
  host: 'ftp.example.org',
  username: 'agent',
  password: 'secret',
  providerNumber: 'A-1001',
};
export const TargetInput = unionOf(inputs).meta({
  id: 'TargetInput',
  example: { type: 'immowelt', credentials: exampleCredentials },
});
export type TargetInput = z.infer<typeof TargetInput>;
/** The inputs by kind of access. */
export type TargetInputs = { [K in AccessKind]: z.infer<(typeof inputs)[K]> };

const id = { id: z.string() };
/** A missing password or key keeps the stored one; a password only if the server, the user and the encryption allow it. */
const replacements = {
  'ftp-login': withSettings(
    WithLogin.extend({
      credentials: FtpCredentials.extend({ password: FtpCredentials.shape.password.optional() }),
      ...id,
    }),
  ),
  'redirect-flow': redirecting(WithRedirect.extend(id)),
  'api-key': WithKey.extend({ credentials: ApiKeyCredentials.partial().optional(), ...id }),
  none: WithNothing.extend(id),
};
export const TargetReplacement = unionOf(replacements);
export type TargetReplacement = z.infer<typeof TargetReplacement>;
export type TargetReplacements = { [K in AccessKind]: z.infer<(typeof replacements)[K]> };
