import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { FtpSettings } from './ftp-settings.ts';
import { Id } from './ids.ts';
import { FtpCredentials } from './target-input.ts';

/**
 * Returns what the platform would refuse in a target that the contract refuses; for the API. The request contains the valid fields, and
 * never the password. With `instead`, the problems are all that is wrong: nothing else can be judged.
 */
export const explainTarget = defineOperation({
  subject: 'ask.distribution.explain-target',
  input: z.strictObject({
    /** The id of the replaced target. */
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

/** Finds the target of a request address or a report address; for services. `target` is left out if there is none. */
export const findTargetByEmail = defineOperation({
  subject: 'ask.distribution.find-target-by-email',
  input: z.strictObject({ emailId: z.string() }),
  output: z.object({
    /** `isClosing`: the account is being closed, so its emails are ignored. */
    target: z
      .object({
        targetId: Id,
        accountId: Id,
        isClosing: z.boolean().optional(),
        /** True if the address is the one for reports. */
        isForReports: z.boolean().optional(),
      })
      .optional(),
  }),
});
