import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { nameOf, useTargets, useTargetTypes } from '../api/names.ts';
import { useSpeech } from '../text/language.tsx';
import { PLACES, pathOf } from '../ui/places.ts';
import { beginsWords, findInLists } from './find-by-words.ts';
import { isId } from '../api/is-id.ts';
import { findById } from './find-by-id.ts';
import type { Found } from './found.ts';

export interface SearchResult {
  found: Found[];
  /** True while the results of the typed text have not arrived. */
  searching: boolean;
  error: Error | null;
}

/** All results for a text: by id, by external id, by words, and the pages by their names. */
export function useSearch(text: string): SearchResult {
  const [targets, pages] = [useFoundTargets(text), useFoundPages(text)];
  const enabled = text !== '';
  const lists = useQuery({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => {
      const things = await Promise.all([
        isId(text) ? findById(api, text, signal) : [],
        findInLists(api, text, signal),
      ]);
      return { text, found: things.flat() };
    },
    enabled,
    placeholderData: keepPreviousData,
  });
  const found = [...(enabled ? (lists.data?.found ?? []) : []), ...targets.found, ...pages];
  const { error } = lists;
  return {
    found: found.filter(({ key }, index) => found.findIndex((one) => one.key === key) === index),
    searching: enabled && (targets.isLoading || (!error && lists.data?.text !== text)),
    error,
  };
}

function useFoundTargets(text: string): { found: Found[]; isLoading: boolean } {
  const types = useTargetTypes();
  const { data: targets = [], isLoading } = useTargets();
  const found = targets
    .filter((target) => beginsWords(text, target.name, nameOf(target, types)))
    .map((target): Found => ({
      ...{ key: target.id, to: `/targets/${target.id}`, icon: 'targets' },
      title: target.name ?? nameOf(target, types),
      below: target.name === undefined ? target.id : nameOf(target, types),
    }));
  return { found, isLoading };
}

/** The matching pages of the menu; all of them for an empty text. */
function useFoundPages(text: string): Found[] {
  const { t } = useSpeech();
  return PLACES.filter((place) => text === '' || beginsWords(text, t(`nav.${place}`))).map((place) => ({
    ...{ key: place, to: pathOf(place), icon: place, title: t(`nav.${place}`) },
    below: t('search.page'),
  }));
}
