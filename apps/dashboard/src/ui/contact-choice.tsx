import { api } from '../api/client.ts';
import { nameOfContact, useContactName } from '../api/names.ts';
import { searchFor } from '../api/search.ts';
import { useSpeech } from '../text/language.tsx';
import { SearchSelect } from './search-select.tsx';
import type { Find } from './search-select.tsx';

interface Props {
  id?: string;
  label: string;
  /** The id of a contact; empty for none. */
  chosen: string;
  error?: string | undefined;
  onChoose: (id: string) => void;
}

/** A choice among the contacts of the account. */
export function ContactChoice({ chosen, onChoose, ...input }: Props) {
  const { t } = useSpeech();
  const name = useContactName(chosen === '' ? undefined : chosen);
  return (
    <SearchSelect
      {...input}
      placeholder={t('property.noContact')}
      clearable
      chosen={{ value: chosen, label: name ?? '' }}
      of="contacts"
      find={findContacts}
      onChoose={onChoose}
    />
  );
}

const findContacts: Find = async function* (words, limit, signal) {
  for await (const contact of api.contacts.all({ ...searchFor(words), order: 'desc', limit }, { signal }))
    yield { value: contact.id, label: nameOfContact(contact) };
};
