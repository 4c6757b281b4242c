import { z } from 'zod';
import { Timestamp } from './ids.ts';

/** Failures that last until the customer acts: the login is rejected, or the authorization is withdrawn. */
export const TARGET_FAILURES = ['credentials_rejected', 'authorization_revoked'] as const;
export const TargetFailureCode = z.enum(TARGET_FAILURES);
export type TargetFailureCode = z.infer<typeof TargetFailureCode>;

export const TargetFailure = z.object({
  failureCode: TargetFailureCode,
  failureMessage: z.string(),
  since: Timestamp.meta({ description: 'The time of the first rejection.' }),
});
export type TargetFailure = z.infer<typeof TargetFailure>;
