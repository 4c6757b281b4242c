import { secret } from '@estate/config';
import { z } from 'zod';

/** A mailbox that is read. Without folders, emails stay where they are and are flagged. */
export const Mailbox = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,100}$/, { error: 'may contain letters, digits and . _ @ - only' }),
  host: z.string().min(1),
  port: z.int().min(1).max(65_535).default(993),
  /** TLS from the first byte, TLS after STARTTLS, or none (for a server on the same machine). */
  tls: z.enum(['implicit', 'starttls', 'none']).default('implicit'),
  user: z.string().min(1),
  password: secret(),
  folder: z.string().min(1).default('INBOX'),
  /** The folder for stored emails. */
  handledFolder: z.string().min(1).optional(),
  /** The folder for emails that are too large and were stored only in part. */
  refusedFolder: z.string().min(1).optional(),
});
export type Mailbox = z.output<typeof Mailbox>;

export const Mailboxes = z
  .array(Mailbox)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    error: 'must not name a mailbox twice',
  });
