import type { Property } from '@estate/client';
import { api, orNull } from '../api/client.ts';
import { useProperty } from '../api/names.ts';
import { searchFor } from '../api/search.ts';
import { isId } from '../api/is-id.ts';
import { useSpeech } from '../text/language.tsx';
import { SearchSelect } from './search-select.tsx';
import type { Choice, Find } from './search-select.tsx';

interface Props {
  label: string;
  /** Empty for none. */
  chosen: string;
  onChoose: (id: string) => void;
  required?: boolean;
  clearable?: boolean;
}

/** A choice among the properties of the account. */
export function PropertyChoice({ chosen, ...props }: Props) {
  const { t } = useSpeech();
  const { data: current } = useProperty(chosen === '' ? undefined : chosen);
  return (
    <SearchSelect
      {...props}
      placeholder={t('properties.search')}
      chosen={current ? choiceOf(current) : { value: chosen, label: chosen }}
      of="properties"
      find={findProperties}
    />
  );
}

const choiceOf = ({ id, externalId, fields }: Property): Choice => ({
  value: id,
  label: `${fields.title} · ${externalId} · ${fields.address.city}`,
});

/** Searches by words, or finds the property with a pasted id. */
const findProperties: Find = async function* (words, limit, signal) {
  const known = isId(words) ? await orNull(api.properties.get(words, { signal })) : null;
  if (known) yield choiceOf(known);
  for await (const property of api.properties.all({ ...searchFor(words), order: 'desc', limit }, { signal }))
    yield choiceOf(property);
};
