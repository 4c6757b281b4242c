import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { FilterInput } from './filter-input.tsx';
import { Icon } from './icons.tsx';
import { localTimeOf, timeOfLocal } from './local-time.ts';

/** Filters are kept in the address, so that a view can be shared. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const deferred = useDeferredValue(params.toString());
  const change = (values: Readonly<Record<string, string>>) => {
    // The address itself, because a filter that was just changed may not have been rendered yet.
    const next = new URLSearchParams(globalThis.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  return {
    /** The typed value. */
    get: (name: string) => params.get(name) ?? '',
    /** The deferred value, for searching. */
    settled: (name: string) => new URLSearchParams(deferred).get(name) ?? '',
    set: (name: string, value: string) => {
      change({ [name]: value });
    },
    change,
    clear: () => {
      setParams({}, { replace: true });
    },
    any: params.size > 0,
  };
}

export type Filters = ReturnType<typeof useFilters>;

export interface Choice {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** One value is always chosen, initially the first one. */
  hasNoAll?: boolean;
  /** Further filters that a choice changes. */
  also?: (value: string) => Readonly<Record<string, string>>;
}

interface Named {
  name: string;
  label: string;
}

/** A filter with a choice among values, each with its text. */
export const choiceOf = <V extends string>(
  named: Named,
  values: readonly V[],
  textOf: (value: V) => string,
): Choice => ({ ...named, options: values.map((value) => ({ value, label: textOf(value) })) });

export interface Bar {
  search?: string;
  choices?: readonly Choice[];
  /** Text filters, such as ids. */
  texts?: readonly Named[];
  /** True if a period can be chosen. */
  hasTimes?: boolean;
  /** Further filters, after the choices. */
  children?: ReactNode;
}

interface BarProps extends Bar {
  filters: Filters;
}

/** With more choices, all but the first one are folded on a phone. */
const UNFOLDED_MAX = 3;

/** A search field, choices, and a button to reset them. */
export function FilterBar(props: BarProps) {
  const { filters, search, choices = [], children } = props;
  const { t } = useSpeech();
  const [isOpen, { toggle }] = useDisclosure(false);
  const isFolded = children !== undefined || choices.length > UNFOLDED_MAX;
  return (
    <Group gap="xs" align="flex-end" role="search" className="filters">
      {search !== undefined && (
        <FilterInput
          type="search"
          label={t('common.search')}
          placeholder={search}
          leftSection={<Icon name="search" size={16} />}
          value={filters.get('q')}
          change={(words) => filters.set('q', words)}
          className="filter-search"
        />
      )}
      <Choices filters={filters} choices={isFolded ? choices.slice(0, 1) : choices} />
      {isFolded && (
        <Button variant="default" className="filters-fold" aria-expanded={isOpen} onClick={toggle}>
          {t('filter.more')}
        </Button>
      )}
      <div className={isFolded && !isOpen ? 'filters-rest folded' : 'filters-rest'}>
        {isFolded && <Choices filters={filters} choices={choices.slice(1)} />}
        {children}
        <Typed {...props} />
      </div>
      {filters.any && (
        <Button variant="subtle" color="gray" className="quiet" onClick={filters.clear}>
          {t('common.clear')}
        </Button>
      )}
    </Group>
  );
}

const Choices = ({ filters, choices }: { filters: Filters; choices: readonly Choice[] }) => {
  const { t } = useSpeech();
  return choices.map(({ name, label, options, also, hasNoAll = false }) => (
    <NativeSelect
      key={name}
      label={label}
      value={filters.get(name)}
      onChange={({ currentTarget: { value } }) => filters.change({ [name]: value, ...also?.(value) })}
      data={hasNoAll ? [...options] : [{ value: '', label: t('common.all') }, ...options]}
    />
  ));
};

const Typed = ({ filters, texts = [], hasTimes = false }: BarProps) => (
  <>
    {texts.map(({ name, label }) => (
      <FilterInput
        key={name}
        label={label}
        value={filters.get(name)}
        change={(value) => filters.set(name, value)}
      />
    ))}
    {hasTimes && <Period filters={filters} />}
  </>
);

const Period = ({ filters }: { filters: Filters }) => {
  const { t } = useSpeech();
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="datetime-local"
      label={t(`filter.${name}`)}
      value={localTimeOf(filters.get(name))}
      onChange={(event) => filters.set(name, timeOfLocal(event.currentTarget.value))}
    />
  ));
};

/** True if a text contains every word of the search. */
export function matches(wanted: string, ...texts: readonly (string | undefined)[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
