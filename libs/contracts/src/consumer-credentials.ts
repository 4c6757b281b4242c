import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { filledLine } from './field-rules.ts';
import { RedirectFlowType } from './target-input.ts';

/** Credentials that a platform issues to a customer's application: the key identifies it, the secret signs for it. */
export const ConsumerCredentialsInput = z
  .strictObject({ key: filledLine(200), secret: filledLine(500) })
  .meta({ id: 'ConsumerCredentialsInput', example: { key: 'my-application', secret: 'a-long-secret' } });
export type ConsumerCredentialsInput = z.infer<typeof ConsumerCredentialsInput>;

export const ConsumerKey = z.object({ key: z.string() }).meta({
  id: 'ConsumerKey',
  description: 'The stored consumer credentials. The secret is never returned.',
});

const Configured = z.object({ key: z.string().optional(), configured: z.boolean() });

/** The configured credentials of each type of target with a redirect flow. */
export const ConsumerCredentials = z
  .object(
    Object.fromEntries(RedirectFlowType.options.map((type) => [type, Configured])) as Record<
      RedirectFlowType,
      typeof Configured
    >,
  )
  .meta({ id: 'ConsumerCredentials' });
export type ConsumerCredentials = z.infer<typeof ConsumerCredentials>;

export const setConsumerCredentials = defineOperation({
  subject: 'ask.distribution.set-consumer-credentials',
  input: ConsumerCredentialsInput.extend({ type: RedirectFlowType }),
  output: ConsumerKey,
});
export const getConsumerCredentials = defineOperation({
  subject: 'ask.distribution.get-consumer-credentials',
  input: z.strictObject({}),
  output: ConsumerCredentials,
});
