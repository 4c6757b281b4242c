import { useId } from 'react';
import type { ReactNode } from 'react';
import { Input, NativeSelect } from '@mantine/core';
import { usePropertyType } from '../../../api/property-types.ts';
import { fieldAt } from '../../../fields/field-at.ts';
import { useSpeech } from '../../../text/language.tsx';
import type { ReadingDraft } from './source-draft.ts';

/** A property type whose address has the list of countries. */
const TYPE_WITH_ADDRESS = 'apartmentBuy';
const DEFAULT_COUNTRY = 'DEU';
const LINES = 3;

interface Props {
  draft: ReadingDraft;
  errorOf: (field: 'defaultCountry' | 'emptyValues') => ReactNode;
  onChange: (part: Partial<ReadingDraft>) => void;
}

/** The settings for reading the documents of a source. */
export function ReadingInputs({ draft, errorOf, onChange }: Props) {
  const { t } = useSpeech();
  const id = useId();
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
      <Input.Wrapper
        id={id}
        label={t('source.emptyValues')}
        description={t('source.emptyValuesText')}
        error={errorOf('emptyValues')}
      >
        <Input
          id={id}
          component="textarea"
          multiline
          rows={LINES}
          value={draft.emptyValues}
          onChange={(event) => onChange({ emptyValues: event.currentTarget.value })}
        />
      </Input.Wrapper>
    </>
  );
}

/** Every country by its name; only the chosen one until they are loaded. */
function useCountries(chosen: string) {
  const { language } = useSpeech();
  const { data: type } = usePropertyType(TYPE_WITH_ADDRESS);
  const { values } = (type && fieldAt(type, 'address.country')) ?? {};
  if (!values) return [chosen === '' ? DEFAULT_COUNTRY : chosen];
  const { compare } = new Intl.Collator(language);
  return values
    .map(({ value, label }) => ({ value, label: label[language] }))
    .toSorted((one, other) => compare(one.label, other.label));
}
