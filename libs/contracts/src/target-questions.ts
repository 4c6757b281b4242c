import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { FtpSettings } from './ftp-settings.ts';
import { Id } from './ids.ts';
import { FtpCredentials } from './target-input.ts';

/**
 * For the API: what the platform would refuse of a target that the contract refuses. It is asked with those fields that fit the
 * contract, and never with the password. With `instead` the problems are all that is wrong: nothing else can be judged.
 */
export const explainTarget = defineOperation({
  subject: 'ask.distribution.explain-target',
  input: z.strictObject({
    /** The id of the target that is replaced. */
    id: z.string().optional(),
    type: z.string().max(200).optional(),
    credentials: FtpCredentials.omit({ password: true, contact: true }).partial(),
    hasPassword: z.boolean(),
    autoCollectRequests: z.boolean().optional(),
    settings: FtpSettings.optional(),
  }),
  output: z.object({
    problems: z.array(z.object({ path: z.string(), message: z.string(), code: z.string() })),
    instead: z.boolean().optional(),
  }),
});

/** For services: whose target a request address or a report address belongs to; `target` is left out when it is nobody's. */
export const findTargetByEmail = defineOperation({
  subject: 'ask.distribution.find-target-by-email',
  input: z.strictObject({ emailId: z.string() }),
  output: z.object({
    /** `isClosing`: the account is being closed, so nothing is made of its emails. */
    target: z
      .object({
        targetId: Id,
        accountId: Id,
        isClosing: z.boolean().optional(),
        /** The address is the one for reports. */
        isForReports: z.boolean().optional(),
      })
      .optional(),
  }),
});
