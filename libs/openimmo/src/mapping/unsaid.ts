import { isUnsaid } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found } from '../read/found.ts';
import { plainText } from '../read/plain-text.ts';

/** Leaves out a title, street or town such as `-` or `k.A.` with a warning; true if it was left out. */
export function isLeftOut(found: Found, draft: Draft): boolean {
  const text = plainText(found.text).trim();
  if (text === '' || !isUnsaid(text)) return false;
  draft.warn(found, { reason: 'text_unsaid' });
  return true;
}

/** True for such a text; in an optional field, it needs no warning. */
export const saysNothing = ({ text }: Found): boolean => isUnsaid(plainText(text));
