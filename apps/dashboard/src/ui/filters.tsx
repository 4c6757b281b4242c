import { useDeferredValue } from 'react';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { Icon } from './icons.tsx';

/** Filters live in the address, so that a view can be sent to someone else. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const deferred = useDeferredValue(params.toString());
  const set = (name: string, value: string) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  };
  return {
    /** As it is typed. */
    get: (name: string) => params.get(name) ?? '',
    /** As it is searched for, a moment later. */
    settled: (name: string) => new URLSearchParams(deferred).get(name) ?? '',
    set,
    clear: () => {
      setParams({}, { replace: true });
    },
    any: params.size > 0,
  };
}

export type Filters = ReturnType<typeof useFilters>;

interface Choice {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A search field, if there is one, choices, and a way to be rid of them. */
export function FilterBar({
  filters,
  search,
  choices,
}: {
  filters: Filters;
  search?: string;
  choices: readonly Choice[];
}) {
  const { t } = useSpeech();
  return (
    <Group gap="xs" align="flex-end" role="search" className="filters">
      {search !== undefined && (
        <TextInput
          type="search"
          label={t('common.search')}
          placeholder={search}
          leftSection={<Icon name="search" size={16} />}
          value={filters.get('q')}
          onChange={(event) => filters.set('q', event.currentTarget.value)}
          className="filter-search"
        />
      )}
      {choices.map(({ name, label, options }) => (
        <NativeSelect
          key={name}
          label={label}
          value={filters.get(name)}
          onChange={(event) => filters.set(name, event.currentTarget.value)}
          data={[{ value: '', label: t('common.all') }, ...options]}
        />
      ))}
      {filters.any && (
        <Button variant="subtle" color="gray" className="quiet" onClick={filters.clear}>
          {t('common.clear')}
        </Button>
      )}
    </Group>
  );
}

/** Whether a text holds every word that is looked for. */
export function matches(wanted: string, ...texts: readonly (string | undefined)[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
