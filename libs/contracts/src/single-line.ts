import type { z } from 'zod';

/** A text that must not break the line it is sent in. */
export const singleLine = (text: z.ZodString): z.ZodString =>
  text.regex(/^[^\r\n]*$/, { error: 'must not contain line breaks' });
