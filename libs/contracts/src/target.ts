import { z } from 'zod';
import { ContactFields } from './contact.ts';
import { defineOperation } from './define-operation.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery } from './list.ts';

/** What a portal issues to its customer. `contact` is used for properties that have none of their own. */
export const FtpCredentials = z.strictObject({
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535).optional().meta({ description: 'Default 21.' }),
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(500),
  path: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Directory for packages; default: where the login lands.' }),
  secure: z.boolean().optional().meta({ description: 'Explicit TLS; default: as the platform asks.' }),
  passive: z.boolean().optional().meta({ description: 'Passive mode; only true is supported, the default.' }),
  providerNumber: z.string().max(100).optional(),
  contact: ContactFields.optional(),
});
export type FtpCredentials = z.infer<typeof FtpCredentials>;

const targetType = z.string().min(1).max(50).meta({ description: 'One of the types of GET /target-types.' });

export const TargetInput = z
  .strictObject({
    type: targetType,
    credentials: FtpCredentials,
    autoCollectRequests: z.boolean().optional(),
  })
  .meta({
    id: 'TargetInput',
    example: {
      type: 'immowelt',
      credentials: {
        host: 'ftp.example.org',
        username: 'agent',
        password: 'secret',
        providerNumber: 'A-1001',
      },
    },
  });
export type TargetInput = z.infer<typeof TargetInput>;

/** Replaces a target; a missing password keeps the stored one. */
export const TargetUpdate = TargetInput.extend({
  credentials: FtpCredentials.extend({ password: FtpCredentials.shape.password.optional() }),
});
export type TargetUpdate = z.infer<typeof TargetUpdate>;

export const Target = z
  .object({
    id: Id,
    type: targetType,
    credentials: FtpCredentials.omit({ password: true }),
    autoCollectRequests: z.boolean(),
    emailId: z.string().length(20),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Target', description: 'An account on a platform. The password is never shown.' });
export type Target = z.infer<typeof Target>;

export const TargetType = z
  .object({
    type: z.string(),
    name: z.string(),
    requiredCredentials: z.array(z.string()),
    supportsRequestCollection: z.boolean(),
    maxImages: z.int().optional(),
  })
  .meta({ id: 'TargetType', description: 'A platform and what it needs.' });
export type TargetType = z.infer<typeof TargetType>;

export const TargetCheck = z
  .object({
    ok: z.boolean(),
    steps: z.array(
      z.object({
        name: z.enum(['resolve', 'connect', 'tls', 'login', 'directory', 'write']),
        ok: z.boolean(),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'TargetCheck', description: 'What a test of the credentials found, step by step.' });
export type TargetCheck = z.infer<typeof TargetCheck>;

const byId = z.strictObject({ id: z.string() });

export const createTarget = defineOperation({
  subject: 'ask.distribution.create-target',
  input: TargetInput,
  output: Target,
  errors: [
    'target-type-unknown',
    'credentials-incomplete',
    'request-collection-unsupported',
    'address-forbidden',
  ],
});
export const listTargets = defineOperation({
  subject: 'ask.distribution.list-targets',
  input: ListQuery,
  output: z.object({ hasMore: z.boolean(), data: z.array(Target) }),
});
export const getTarget = defineOperation({
  subject: 'ask.distribution.get-target',
  input: byId,
  output: Target,
  errors: ['target-not-found'],
});
export const updateTarget = defineOperation({
  subject: 'ask.distribution.update-target',
  input: TargetUpdate.extend({ id: z.string() }),
  output: Target,
  errors: [
    'target-not-found',
    'immutable-field',
    'credentials-incomplete',
    'request-collection-unsupported',
    'address-forbidden',
  ],
});
export const deleteTarget = defineOperation({
  subject: 'ask.distribution.delete-target',
  input: byId,
  output: Target,
  errors: ['target-not-found', 'target-has-listings'],
});
export const checkTarget = defineOperation({
  subject: 'ask.distribution.check-target',
  input: byId,
  output: TargetCheck,
  errors: ['target-not-found'],
});
export const listTargetTypes = defineOperation({
  subject: 'ask.distribution.list-target-types',
  input: z.strictObject({}),
  output: z.array(TargetType),
});
