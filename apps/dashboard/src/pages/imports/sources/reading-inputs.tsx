import type { ReactNode } from 'react';
import { NativeSelect, Textarea } from '@mantine/core';
import { usePropertyType } from '../../../api/property-types.ts';
import { choicesOf } from '../../../fields/choices.ts';
import { fieldAt } from '../../../fields/field-at.ts';
import { useSpeech } from '../../../text/language.tsx';
import type { ReadingDraft } from './source-draft.ts';

/** A type whose address names the countries. */
const TYPE_WITH_ADDRESS = 'apartmentBuy';
const DEFAULT_COUNTRY = 'DEU';
const MOST_LINES = 8;

interface Props {
  draft: ReadingDraft;
  errorOf: (field: 'defaultCountry' | 'emptyValues') => ReactNode;
  onChange: (part: Partial<ReadingDraft>) => void;
}

/** How the documents of a source are read. */
export function ReadingInputs({ draft, errorOf, onChange }: Props) {
  const { t } = useSpeech();
  return (
    <>
      <NativeSelect
        label={t('source.defaultCountry')}
        description={t('source.defaultCountryText')}
        value={draft.defaultCountry === '' ? DEFAULT_COUNTRY : draft.defaultCountry}
        data={useCountries(draft.defaultCountry)}
        error={errorOf('defaultCountry')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ defaultCountry: value === DEFAULT_COUNTRY ? '' : value })
        }
      />
      <Textarea
        label={t('source.emptyValues')}
        description={t('source.emptyValuesText')}
        autosize
        minRows={2}
        maxRows={MOST_LINES}
        value={draft.emptyValues}
        error={errorOf('emptyValues')}
        onChange={(event) => onChange({ emptyValues: event.currentTarget.value })}
      />
    </>
  );
}

/** The most used countries first; the chosen one alone while they are not known. */
function useCountries(chosen: string) {
  const { t, language } = useSpeech();
  const { data: type } = usePropertyType(TYPE_WITH_ADDRESS);
  const country = type && fieldAt(type, 'address.country');
  const [first = [], others = []] = country ? choicesOf(country, language) : [];
  if (first.length === 0) return [...new Set([DEFAULT_COUNTRY, chosen])].filter((code) => code !== '');
  return [
    { group: t('property.mostUsed'), items: first },
    { group: t('property.allOthers'), items: others },
  ];
}
