import { useMemo } from 'react';
import { useSpeech } from '../text/language.tsx';
import { fieldTexts } from './field-text.ts';
import type { FieldTexts } from './field-text.ts';

/** The texts of fields in the reader's language. */
export function useFieldTexts(): FieldTexts {
  const { language, t } = useSpeech();
  return useMemo(() => fieldTexts({ language, t }), [language, t]);
}
