import { usePropertyType, useTypeName } from '../api/property-types.ts';
import { useFieldTexts } from '../fields/use-field-texts.ts';
import { problemMessages } from '../text/problem-messages.ts';
import { addMessages } from '../text/messages.ts';
import { useSpeech } from '../text/language.tsx';
import { useSizeText } from '../ui/size-text.ts';
import { reasonText } from './reason-text.ts';
import type { Reasoned } from './reason-text.ts';
import type { PropertyType } from '@estate/client';

addMessages(problemMessages);

/** Returns the texts of problems of a property in the user's language. */
export function useReasonText(prefix: 'reason' | 'importReason', propertyType: string | undefined) {
  const { t } = useSpeech();
  const texts = useFieldTexts();
  const typeName = useTypeName();
  const sizeText = useSizeText();
  const { data: type } = usePropertyType(propertyType as PropertyType | undefined);
  return (problem: Reasoned): string =>
    reasonText(prefix, problem, { t, texts, type: type ?? undefined, typeName, sizeText });
}
