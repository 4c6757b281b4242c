import { isUnsaid } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found } from '../read/found.ts';
import { plainText } from '../read/plain-text.ts';

/** True for a text such as `-` or `k.A.`, which is no title, street or town. It is left out with a warning. */
export function isLeftOut(found: Found, draft: Draft): boolean {
  const text = plainText(found.text).trim();
  if (text === '' || !isUnsaid(text)) return false;
  draft.warn(found, { reason: 'text_unsaid' });
  return true;
}

/** True for such a text of a field that may be missing; nobody misses it. */
export const saysNothing = ({ text }: Found): boolean => isUnsaid(plainText(text));
