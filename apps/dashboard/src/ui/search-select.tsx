import { useState } from 'react';
import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { firstOf } from '../api/search.ts';
import { useSpeech } from '../text/language.tsx';

const OFFERED = 50;
const PAUSE_MS = 150;

export interface Choice {
  value: string;
  label: string;
}

/** Finds everything that matches the words, newest first; `limit` is the size of the pages. */
export type Find = (words: string, limit: number, signal: AbortSignal) => AsyncIterable<Choice>;

interface Props extends Pick<
  SelectProps,
  'id' | 'label' | 'placeholder' | 'required' | 'error' | 'clearable'
> {
  /** The current choice; an empty value for none. */
  chosen: Choice;
  /** The kind of things, as in the keys of other queries. */
  of: string;
  find: Find;
  onChoose: (value: string) => void;
}

/** A choice among any number of things: the service searches for the typed text. */
export function SearchSelect({ chosen, of, find, onChoose, ...input }: Props) {
  const { t } = useSpeech();
  const [typed, setTyped] = useState({ text: '', over: '' });
  // Text that was typed for one choice, or before its label was known, is not a search for another.
  const over = `${chosen.value} ${chosen.label}`;
  const isSearch = typed.over === over && typed.text !== chosen.label;
  const [words] = useDebouncedValue(isSearch ? typed.text.trim() : '', PAUSE_MS);
  const { data = [], isFetching } = useQuery({
    queryKey: [of, 'offered', words],
    queryFn: ({ signal }) => firstOf(find(words, OFFERED + 1, signal), OFFERED + 1),
    placeholderData: keepPreviousData,
  });
  const found = data.slice(0, OFFERED).filter(({ value }) => value !== chosen.value);
  const more = { value: '', label: t('common.moreToFind'), disabled: true };
  return (
    <Select
      {...input}
      searchable
      clearButtonProps={{ 'aria-label': t('common.unset') }}
      // The service has filtered the options.
      filter={({ options }) => options}
      data={[...(chosen.value === '' ? [] : [chosen]), ...found, ...(data.length > OFFERED ? [more] : [])]}
      value={chosen.value === '' ? null : chosen.value}
      searchValue={isSearch ? typed.text : chosen.label}
      onSearchChange={(text) => setTyped({ text, over })}
      onChange={(value) => onChoose(value ?? '')}
      // The list itself scrolls: a scrollable container would need the focus.
      withScrollArea={false}
      classNames={{ options: 'choices' }}
      nothingFoundMessage={isFetching ? t('common.loading') : t('common.nothingFound')}
    />
  );
}
